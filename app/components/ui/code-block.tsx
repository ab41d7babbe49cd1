import styles from "./code-block.module.css";
import { ScrollRegion } from "./scroll-region.tsx";
import text from "./text.module.css";

type CodeBlockProps = {
  /** The name, with which the block takes focus and scrolls by keyboard. */
  label?: string;
  children: string;
};

export function CodeBlock({ label, children }: CodeBlockProps) {
  const code = <pre className={text.code}>{children}</pre>;
  if (label === undefined) return <div className={styles.block}>{code}</div>;
  return (
    <ScrollRegion label={label} className={styles.block}>
      {code}
    </ScrollRegion>
  );
}
