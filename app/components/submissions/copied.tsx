import { CopyButton } from "#app/components/layout/copy-button.tsx";
import styles from "./copied.module.css";

type CopiedProps = {
  text: string;
  /** "Phone number" */
  name: string;
  children: React.ReactNode;
};

/** A text with a button that copies it, for the broker's own search field. */
export function Copied({ text, name, children }: CopiedProps) {
  return (
    <span className={styles.copied}>
      <span>{children}</span>
      <CopyButton text={text} copied={`${name} copied`} className={styles.button}>
        <span className="visually-hidden">Copy {name.toLowerCase()}</span>
      </CopyButton>
    </span>
  );
}
