import clsx from "clsx";
import styles from "./icon.module.css";

export type Drawing = React.FunctionComponent<React.SVGProps<SVGSVGElement>>;

/** A decorative icon, hidden from screen readers. */
export function Icon({ of: Shape, className }: { of: Drawing; className?: string }) {
  return <Shape className={clsx(styles.icon, className)} aria-hidden="true" />;
}
