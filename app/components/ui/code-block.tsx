import styles from "./code-block.module.css";
import text from "./text.module.css";

type CodeBlockProps = {
  /** With one, the block can be reached by key: what scrolls must be. */
  label?: string;
  children: string;
};

export function CodeBlock({ label, children }: CodeBlockProps) {
  const code = <pre className={text.code}>{children}</pre>;
  if (label === undefined) return <div className={styles.block}>{code}</div>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by key
    <section tabIndex={0} aria-label={label} className={styles.block}>
      {code}
    </section>
  );
}
