import clsx from "clsx";
import { Guilloche, Rosette } from "./ornaments.tsx";
import styles from "./slip.module.css";

type SlipProps = {
  /** With one it is an article of its own. */
  label?: string;
  /** On a surface and not on the page's ground. */
  isRaised?: boolean;
  children: React.ReactNode;
};

export function Slip({ label, isRaised, children }: SlipProps) {
  const Element = label === undefined ? "div" : "article";
  return (
    <div className={clsx(styles.stage, isRaised && styles.raised)}>
      <Rosette />
      <Element className={styles.slip} aria-label={label}>
        <Guilloche />
        {children}
      </Element>
    </div>
  );
}
