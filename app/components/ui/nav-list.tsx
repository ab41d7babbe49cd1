import styles from "./nav-list.module.css";

/** Links to pages below each other, in the sidebar and in the drawer. Its children are the list's items. */
export function NavList({ children }: { children: React.ReactNode }) {
  return <ul className={styles.list}>{children}</ul>;
}
