import styles from "./dashboard-frame.module.css";
import { DashboardNav, type OpenCounts, type PageAction } from "./dashboard-nav.tsx";

type DashboardFrameProps = {
  openCounts: OpenCounts;
  mayRead: readonly PageAction[];
  children: React.ReactNode;
};

/** The page, and on a wide screen the sidebar beside it. */
export function DashboardFrame({ openCounts, mayRead, children }: DashboardFrameProps) {
  return (
    <div className={styles.frame}>
      <nav className={styles.side} aria-label="Dashboard">
        <DashboardNav openCounts={openCounts} mayRead={mayRead} />
      </nav>
      {children}
    </div>
  );
}
