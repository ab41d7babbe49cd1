import { Link } from "@remix-run/react";
import { Card } from "#app/components/ui/card.tsx";
import { type Column, Table } from "#app/components/ui/table.tsx";
import text from "#app/components/ui/text.module.css";
import { clockTimeToTheSecond, day } from "#app/lib/format-date.ts";
import { paths } from "#app/paths.ts";
import type { AuditLine } from "#app/schemas/admin-pages.ts";
import styles from "./admin-table.module.css";

type AuditTableProps = { entries: AuditLine[]; now: string; timeZone: string };

/** Who did what to whom, when and from where; on a phone each entry is a card. */
export function AuditTable({ entries, now, timeZone }: AuditTableProps) {
  const columns: Column<AuditLine>[] = [
    {
      head: "What",
      isWide: true,
      className: styles.main,
      cell: ({ action, detail }) => (
        <>
          {action} {detail ? <span className={text.small}>{detail}</span> : null}
        </>
      ),
    },
    {
      head: "Time",
      isLabelled: true,
      cell: ({ at }) => (
        <time dateTime={at}>
          {day({ at, timeZone, now })}, {clockTimeToTheSecond({ at, timeZone })}
        </time>
      ),
    },
    {
      head: "By",
      isLabelled: true,
      isWide: true,
      className: styles.name,
      cell: ({ actorName }) => actorName,
    },
    {
      head: "User",
      isLabelled: true,
      isWide: true,
      className: styles.name,
      cell: ({ targetUserId, targetName }) =>
        targetUserId ? <Link to={paths.auditLog({ user: targetUserId })}>{targetName}</Link> : targetName,
    },
    { head: "From", isLabelled: true, cell: ({ ip }) => ip ?? "unknown" },
  ];
  return (
    <Card>
      <Table
        caption="Audit log, the newest entry first"
        columns={columns}
        groups={[{ rows: entries }]}
        getKey={({ id }) => id}
        className={styles.table}
      />
    </Card>
  );
}
