import { Link } from "@remix-run/react";
import clsx from "clsx";
import { OfForm } from "#app/components/layout/form-names.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { StatusBadge } from "#app/components/ui/status-badge.tsx";
import { type Column, Table } from "#app/components/ui/table.tsx";
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
  const select: Column<LogLine> = {
    head: <span className="visually-hidden">Select</span>,
    className: styles.select,
    cell: ({ canResend, deliveryId, email, platformName }) =>
      canResend ? (
        <input
          type="checkbox"
          name="ids"
          value={deliveryId}
          form={RESEND_FORM}
          aria-label={`Select ${email} to ${platformName}`}
        />
      ) : null,
  };
  const columns: Column<LogLine>[] = [
    ...(canSelect ? [select] : []),
    {
      head: "Time",
      className: styles.time,
      cell: ({ deliveryId, at }) => (
        <>
          <Link to={paths.delivery({ deliveryId })}>
            {clockTimeToTheSecond({ at, timeZone: view.timeZone })}
          </Link>{" "}
          <span className={text.small}>{day({ at, ...view })}</span>
        </>
      ),
    },
    {
      head: "Claim",
      className: styles.claim,
      cell: ({ email, formId }) => (
        <div className={text.truncated} title={email}>
          {email}
          <OfForm formId={formId} />
        </div>
      ),
    },
    {
      head: "To",
      className: styles.to,
      cell: ({ platformName, number }) => (
        <>
          {platformName}{" "}
          {number !== null && number > 1 ? <span className={text.small}>try {number}</span> : null}
        </>
      ),
    },
    {
      head: "Result",
      className: styles.result,
      cell: ({ outcome, traceId, remedy, platformCode, message }) => (
        <>
          <StatusBadge {...badgeOfOutcome(outcome)} />{" "}
          {traceId ? <span className={text.code}>trace {traceId}</span> : null} <Remedy text={remedy} />
          {platformCode && message ? <p className={text.code}>{message}</p> : null}
        </>
      ),
    },
  ];
  return (
    <Card className={styles.card}>
      <Table
        caption="Attempts, the newest first"
        columns={columns}
        groups={[{ rows: lines }]}
        getKey={({ id }) => id}
        className={clsx(styles.table, canSelect && styles.selectable)}
      />
    </Card>
  );
}

/** The events that no platform has accepted yet. */
export function WaitingTable({ lines, view }: { lines: WaitingLine[]; view: View }) {
  const columns: Column<WaitingLine>[] = [
    {
      head: "Claim",
      className: styles.claim,
      cell: ({ id, email, formId }) => (
        <div className={text.truncated} title={email}>
          <Link to={paths.delivery({ deliveryId: id })}>{email}</Link>
          <OfForm formId={formId} />
        </div>
      ),
    },
    { head: "To", className: styles.to, cell: ({ platformName }) => platformName },
    {
      head: "State",
      className: styles.result,
      cell: ({ state, remedy }) => (
        <>
          <StatusBadge {...badgeOfDelivery(state)} /> <Remedy text={remedy} />
        </>
      ),
    },
    {
      head: "Next try",
      className: styles.time,
      cell: ({ nextAttemptAt, sendBefore }) => (
        <>
          {nextAttemptAt ? formatDateTime({ at: nextAttemptAt, ...view }) : "after reconnecting"}{" "}
          <span className={text.small}>until {formatDateTime({ at: sendBefore, ...view })}</span>
        </>
      ),
    },
  ];
  return (
    <Card className={styles.card}>
      <Table
        caption="Events that wait, the newest first"
        columns={columns}
        groups={[{ rows: lines }]}
        getKey={({ id }) => id}
        className={styles.table}
      />
    </Card>
  );
}

/** What to do about a result. */
const Remedy = ({ text: words }: { text: string | null }) =>
  words ? <p className={styles.remedy}>{words} </p> : null;
