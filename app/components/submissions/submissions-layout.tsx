import { useNavigation } from "@remix-run/react";
import clsx from "clsx";
import { Main } from "#app/components/layout/page.tsx";
import styles from "./submissions-layout.module.css";

type SubmissionsLayoutProps = { /** Beside the list. */ sheet: React.ReactNode; children: React.ReactNode };

export function SubmissionsLayout({ sheet, children }: SubmissionsLayoutProps) {
  const isBusy = useNavigation().state !== "idle";
  return (
    <Main className={styles.page}>
      <div className={clsx(sheet && styles.withSheet)} aria-busy={isBusy || undefined}>
        <div className={styles.list}>{children}</div>
        {sheet}
      </div>
    </Main>
  );
}
