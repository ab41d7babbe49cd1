import clsx from "clsx";
import { type ComponentPropsWithoutRef, forwardRef } from "react";
import styles from "./page.module.css";

/** The content of a page: what the skip link leads to. */
export const Page = forwardRef<HTMLElement, ComponentPropsWithoutRef<"main">>(function Page(
  { className, ...rest },
  ref,
) {
  return <main id="main" tabIndex={-1} className={clsx(styles.page, className)} ref={ref} {...rest} />;
});

export function PageHeader({ children }: { children: React.ReactNode }) {
  return <div className={styles.header}>{children}</div>;
}
