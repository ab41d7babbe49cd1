import { Link } from "@remix-run/react";
import clsx from "clsx";
import { Bar } from "#app/components/ui/bar.tsx";
import { Panel, PanelBody } from "#app/components/ui/panel.tsx";
import text from "#app/components/ui/text.module.css";
import { formatNumber } from "#app/lib/regional-formats.ts";
import { type ByStatement, describeByStatement, describeTruth, type Truth } from "#app/lib/truth.ts";
import { paths } from "#app/paths.ts";
import styles from "./breakdown.module.css";
import type { Shown } from "./truth-stat.tsx";

export type BreakdownRow = {
  key: string;
  name: string;
  /** Of a form. */
  views?: number;
  /** What the list of claims is filtered by, besides the days; null if it can have none. */
  filter: Record<string, string> | null;
  submissions: number;
  handled: number;
  sent: number;
  truth: Truth;
  byStatement: ByStatement;
  /** Says that it is far below the others. */
  outlier: string | null;
};

type BreakdownProps = {
  /** Whether a statement has confirmed any claim of the range. */
  hasStatements: boolean;
  title: string;
  /** What the rows are: "Source". */
  head: string;
  shown: Shown;
  rows: BreakdownRow[];
};

const SHOWN = 8;

/** Claims by one of their properties, with how many of them are true and accepted. */
export function Breakdown({ title, head, shown, rows, hasStatements }: BreakdownProps) {
  const most = Math.max(1, ...rows.map(({ submissions }) => submissions));
  const table = (part: BreakdownRow[], caption: string) => (
    <div className={clsx(styles.table, styles.breakdown)}>
      <table>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{head}</th>
            <th scope="col">Claimed</th>
            <th scope="col">Verified</th>
            <th scope="col">Truth rate</th>
            <th scope="col">Accepted</th>
          </tr>
        </thead>
        <tbody>
          {part.map((row) => (
            <Row key={row.key} {...{ row, shown, most, hasStatements }} />
          ))}
        </tbody>
      </table>
    </div>
  );
  return (
    <Panel title={title}>
      {rows.length === 0 ? (
        <PanelBody>
          <p className={text.secondary}>No claims in this range.</p>
        </PanelBody>
      ) : (
        table(rows.slice(0, SHOWN), title)
      )}
      {rows.length > SHOWN ? (
        <details className={styles.more}>
          <summary className={text.small}>Show {formatNumber(rows.length - SHOWN)} more</summary>
          {table(rows.slice(SHOWN), `${title}, continued`)}
        </details>
      ) : null}
    </Panel>
  );
}

type RowProps = Pick<BreakdownProps, "shown" | "hasStatements"> & { row: BreakdownRow; most: number };

function Row({ row, shown, most, hasStatements }: RowProps) {
  const { name, views = 0, filter, submissions, handled, sent, truth, byStatement, outlier } = row;
  const { rate, interval, waiting } = describeTruth(truth);
  const confirmed = hasStatements ? describeByStatement(byStatement, truth) : null;
  const rows = (more: Record<string, string> = {}) => paths.submissions({ ...shown, ...filter, ...more });
  const count = (value: number, more?: Record<string, string>) =>
    filter ? <Link to={rows(more)}>{formatNumber(value)}</Link> : formatNumber(value);
  return (
    <tr>
      <th scope="row">
        <bdi className={text.breakable}>{name}</bdi>
        <Bar percent={(submissions / most) * 100} tone="claimed" />
        {outlier ? (
          <>
            {" "}
            <span className={clsx(text.small, text.block, text.copper)}>{outlier}</span>
          </>
        ) : null}
      </th>
      <td>
        {count(submissions)}{" "}
        {views > 0 ? (
          <span className={clsx(text.small, text.block)}>{ofViews(submissions, views)}</span>
        ) : null}{" "}
        {waiting ? (
          <Link className={clsx(text.small, text.block)} to={rows({ status: "pending" })}>
            {waiting}
          </Link>
        ) : null}
      </td>
      <td>{count(handled, { status: "handled" })}</td>
      <td>
        {truth.share === null ? (
          <span className={text.small}>–</span>
        ) : (
          <Link to={rows({ truth: "decided" })}>{rate}</Link>
        )}{" "}
        {interval ? <span className={clsx(text.small, text.block, text.unbroken)}>{interval}</span> : null}{" "}
        {confirmed ? (
          <Link className={clsx(text.small, text.block)} to={rows({ truth: "confirmed" })}>
            {confirmed} by statement
          </Link>
        ) : null}
      </td>
      <td>{count(sent, { event: "sent" })}</td>
    </tr>
  );
}

/** "8.3% of 144 views" */
const ofViews = (submissions: number, views: number) =>
  `${formatNumber(Math.round((submissions / views) * 1000) / 10)}% of ${formatNumber(views)} ${views === 1 ? "view" : "views"}`;
