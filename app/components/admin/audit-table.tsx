import { Link } from "@remix-run/react";
import { Card } from "#app/components/ui/card.tsx";
import text from "#app/components/ui/text.module.css";
import { clockTimeToTheSecond, day } from "#app/lib/format-date.ts";
import { paths } from "#app/paths.ts";
import type { AuditLine } from "#app/schemas/admin-pages.ts";
import styles from "./admin-table.module.css";

type AuditTableProps = { entries: AuditLine[]; now: string; timeZone: string };

/** Who did what to whom, when and from where; on a phone each entry is a card. */
export function AuditTable({ entries, now, timeZone }: AuditTableProps) {
  return (
    <Card>
      <table className={styles.table}>
        <caption className="visually-hidden">Audit log, the newest entry first</caption>
        <thead>
          <tr>
            <th scope="col">What</th>
            <th scope="col">Time</th>
            <th scope="col">By</th>
            <th scope="col">User</th>
            <th scope="col">From</th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <tr key={entry.id}>
              <td className={styles.main}>
                {entry.action}
                {entry.detail ? <span className={text.small}>{entry.detail}</span> : null}
              </td>
              <td data-label="Time">
                <time dateTime={entry.at}>
                  {day({ at: entry.at, timeZone, now })}, {clockTimeToTheSecond({ at: entry.at, timeZone })}
                </time>
              </td>
              <td data-label="By" className={styles.wide}>
                {entry.actorName}
              </td>
              <td data-label="User" className={styles.wide}>
                {entry.targetUserId ? (
                  <Link to={paths.auditLog({ user: entry.targetUserId })}>{entry.targetName}</Link>
                ) : (
                  entry.targetName
                )}
              </td>
              <td data-label="From">{entry.ip ?? "unknown"}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}
