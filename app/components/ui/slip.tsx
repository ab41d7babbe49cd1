import clsx from "clsx";
import { Guilloche, Rosette } from "./ornaments.tsx";
import styles from "./slip.module.css";

type SlipProps = {
  /** The title, with which the slip is an article. */
  label?: string;
  /** True on a surface instead of the page's background. */
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
