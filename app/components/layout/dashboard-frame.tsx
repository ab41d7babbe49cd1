import styles from "./dashboard-frame.module.css";
import { DashboardNav, type OpenCounts } from "./dashboard-nav.tsx";

type DashboardFrameProps = { openCounts: OpenCounts; children: React.ReactNode };

/** The page, and on a wide screen the sidebar beside it. */
export function DashboardFrame({ openCounts, children }: DashboardFrameProps) {
  return (
    <div className={styles.frame}>
      <nav className={styles.side} aria-label="Dashboard">
        <DashboardNav openCounts={openCounts} />
      </nav>
      {children}
    </div>
  );
}
