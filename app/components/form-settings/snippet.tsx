import { CopyButton } from "#app/components/layout/copy-button.tsx";
import { CodeBlock } from "#app/components/ui/code-block.tsx";
import text from "#app/components/ui/text.module.css";
import styles from "./share.module.css";

type SnippetProps = {
  name: string;
  code: string;
  /** What a toast says. */
  copied: string;
};

/** Code for another site, with a button that copies it. */
export function Snippet({ name, code, copied }: SnippetProps) {
  return (
    <div className={styles.named}>
      <div className={styles.snippet}>
        <p className={text.strong}>{name}</p>
        <CopyButton text={code} copied={copied}>
          Copy<span className="visually-hidden"> {name}</span>
        </CopyButton>
      </div>
      <CodeBlock label={name}>{code}</CodeBlock>
    </div>
  );
}
