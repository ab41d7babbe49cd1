import { Link } from "@remix-run/react";
import { useEffect } from "react";
import { StatusBadge } from "#app/components/ui/status-badge.tsx";
import { useRevalidate } from "#app/components/ui/use-revalidate.ts";
import { paths } from "#app/paths.ts";
import styles from "./test-mode-mark.module.css";

export type ActiveTestMode = { id: string; name: string; endsAt: string };

/** Shown on every page while a platform gets real events marked as tests. */
export function TestModeMark({ testModes }: { testModes: ActiveTestMode[] }) {
  const { revalidate } = useRevalidate();
  const [first] = [...testModes].sort((a, b) => a.endsAt.localeCompare(b.endsAt));
  const endsAt = first?.endsAt;
  useEffect(() => {
    if (endsAt === undefined) return;
    const timer = window.setTimeout(revalidate, Math.max(1_000, Date.parse(endsAt) - Date.now()));
    return () => window.clearTimeout(timer);
  }, [endsAt, revalidate]);
  if (!first) return null;
  const names = testModes.map(({ name }) => name).join(", ");
  const to = testModes.length === 1 ? paths.integration({ adPlatform: first.id }) : paths.integrations();
  return (
    <Link to={to} className={styles.mark}>
      <StatusBadge state="test">
        <span>
          Test mode<span className={styles.names}>: {names}</span>
        </span>
      </StatusBadge>
    </Link>
  );
}
