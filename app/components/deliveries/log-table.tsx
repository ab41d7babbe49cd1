import { Link } from "@remix-run/react";
import clsx from "clsx";
import { Card } from "#app/components/ui/card.tsx";
import { StatusBadge } from "#app/components/ui/status-badge.tsx";
import text from "#app/components/ui/text.module.css";
import { clockTimeToTheSecond, day, formatDateTime } from "#app/lib/format-date.ts";
import { paths } from "#app/paths.ts";
import type { LogLine, WaitingLine } from "#app/schemas/deliveries.ts";
import { badgeOfDelivery, badgeOfOutcome } from "./delivery-state.ts";
import styles from "./log-table.module.css";
import { RESEND_FORM } from "./resend-bar.tsx";

type View = { now: string; timeZone: string };

type LogTableProps = { lines: LogLine[]; view: View; canSelect: boolean };

/** One line for each attempt; below 860 px each is a card, in the same order. */
export function LogTable({ lines, view, canSelect }: LogTableProps) {
  return (
    <Card className={styles.card}>
      <table className={clsx(styles.table, canSelect && styles.selectable)}>
        <caption className="visually-hidden">Attempts, the newest first</caption>
        <thead>
          <tr>
            {canSelect ? (
              <th scope="col" className={styles.select}>
                <span className="visually-hidden">Select</span>
              </th>
            ) : null}
            <th scope="col">Time</th>
            <th scope="col">Claim</th>
            <th scope="col">To</th>
            <th scope="col">Result</th>
            <th scope="col">What to do</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.id}>
              {canSelect ? (
                <td className={styles.select}>
                  {line.canResend ? (
                    <input
                      type="checkbox"
                      name="ids"
                      value={line.deliveryId}
                      form={RESEND_FORM}
                      aria-label={`Select ${line.email} to ${line.platformName}`}
                    />
                  ) : null}
                </td>
              ) : null}
              <td className={styles.time}>
                <Link to={paths.delivery({ deliveryId: line.deliveryId })}>
                  {clockTimeToTheSecond({ at: line.at, timeZone: view.timeZone })}
                </Link>
                <span className={text.small}>{day({ at: line.at, ...view })}</span>
              </td>
              <td className={styles.claim} title={line.email}>
                {line.email}
              </td>
              <td className={styles.to}>
                {line.platformName}
                {line.number > 1 ? <span className={text.small}>try {line.number}</span> : null}
              </td>
              <td className={styles.result}>
                <StatusBadge {...badgeOfOutcome(line.outcome)} />
                {line.traceId ? <span className={text.code}>trace {line.traceId}</span> : null}
              </td>
              <td className={styles.remedy}>
                {line.remedy ?? ""}
                {line.platformCode && line.message ? <span className={text.code}>{line.message}</span> : null}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}

/** What has still to reach a platform. */
export function WaitingTable({ lines, view }: { lines: WaitingLine[]; view: View }) {
  return (
    <Card className={styles.card}>
      <table className={styles.table}>
        <caption className="visually-hidden">Events that wait, the newest first</caption>
        <thead>
          <tr>
            <th scope="col">Claim</th>
            <th scope="col">To</th>
            <th scope="col">State</th>
            <th scope="col">Next try</th>
            <th scope="col">What to do</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.id}>
              <td className={styles.claim} title={line.email}>
                <Link to={paths.delivery({ deliveryId: line.id })}>{line.email}</Link>
              </td>
              <td className={styles.to}>{line.platformName}</td>
              <td className={styles.result}>
                <StatusBadge {...badgeOfDelivery(line.state)} />
              </td>
              <td className={styles.time}>
                {line.nextAttemptAt
                  ? formatDateTime({ at: line.nextAttemptAt, ...view })
                  : "after reconnecting"}
                <span className={text.small}>until {formatDateTime({ at: line.sendBefore, ...view })}</span>
              </td>
              <td className={styles.remedy}>{line.remedy ?? ""}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}
