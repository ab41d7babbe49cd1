import { Link } from "@remix-run/react";
import clsx from "clsx";
import { Bar } from "#app/components/ui/bar.tsx";
import { More } from "#app/components/ui/more.tsx";
import { FoldedPanel, Panel, PanelBody } from "#app/components/ui/panel.tsx";
import { type Column, Table } from "#app/components/ui/table.tsx";
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
  /** Whether it opens below its title, unless a row is far below the others. */
  isFolded: boolean;
};

const SHOWN = 8;

/** Claims by one of their properties, with how many of them are true and accepted. */
export function Breakdown({ title, head, shown, rows, hasStatements, isFolded }: BreakdownProps) {
  const most = Math.max(1, ...rows.map(({ submissions }) => submissions));
  const linksOf = (row: BreakdownRow): Links => ({
    toRows: (more = {}) => paths.submissions({ ...shown, ...row.filter, ...more }),
    isListed: row.filter !== null,
  });
  const columns: Column<BreakdownRow>[] = [
    { head, cell: (row) => <Name row={row} most={most} />, isRowHead: true },
    { head: "Claimed", cell: (row) => <Claimed row={row} {...linksOf(row)} /> },
    {
      head: "Verified",
      cell: (row) => <Count value={row.handled} of={{ status: "handled" }} {...linksOf(row)} />,
    },
    {
      head: "Truth rate",
      cell: (row) => <TruthRate row={row} hasStatements={hasStatements} {...linksOf(row)} />,
    },
    { head: "Accepted", cell: (row) => <Count value={row.sent} of={{ event: "sent" }} {...linksOf(row)} /> },
  ];
  const table = (part: BreakdownRow[], caption: string) => (
    <div className={clsx(styles.table, styles.breakdown)}>
      <Table
        caption={caption}
        columns={columns}
        groups={[{ rows: part }]}
        getKey={({ key }) => key}
        isNarrow
      />
    </div>
  );
  const content = (
    <>
      {rows.length === 0 ? (
        <PanelBody>
          <p className={text.secondary}>No claims in this range.</p>
        </PanelBody>
      ) : (
        table(rows.slice(0, SHOWN), title)
      )}
      <More count={rows.length - SHOWN}>{table(rows.slice(SHOWN), `${title}, continued`)}</More>
    </>
  );
  return isFolded ? (
    <FoldedPanel
      title={title}
      name={head.toLowerCase()}
      note={rows.length === 1 ? "1 row" : `${formatNumber(rows.length)} rows`}
      isOpen={rows.some(({ outlier }) => outlier !== null)}
    >
      {content}
    </FoldedPanel>
  ) : (
    <Panel title={title}>{content}</Panel>
  );
}

type Links = { toRows: (more?: Record<string, string>) => string; isListed: boolean };

function Name({ row: { name, submissions, outlier }, most }: { row: BreakdownRow; most: number }) {
  return (
    <>
      <bdi className={text.breakable}>{name}</bdi>
      <Bar percent={(submissions / most) * 100} tone="claimed" />
      {outlier ? (
        <>
          {" "}
          <span className={clsx(text.small, text.block, text.copper)}>{outlier}</span>
        </>
      ) : null}
    </>
  );
}

function Count({ value, of, toRows, isListed }: Links & { value: number; of?: Record<string, string> }) {
  return isListed ? <Link to={toRows(of)}>{formatNumber(value)}</Link> : formatNumber(value);
}

function Claimed({ row: { submissions, views = 0, truth }, ...links }: Links & { row: BreakdownRow }) {
  const { waiting } = describeTruth(truth);
  return (
    <>
      <Count value={submissions} {...links} />{" "}
      {views > 0 ? <span className={clsx(text.small, text.block)}>{ofViews(submissions, views)}</span> : null}{" "}
      {waiting ? (
        <Link className={clsx(text.small, text.block)} to={links.toRows({ status: "pending" })}>
          {waiting}
        </Link>
      ) : null}
    </>
  );
}

type TruthRateProps = Links & { row: BreakdownRow; hasStatements: boolean };

function TruthRate({ row: { truth, byStatement }, hasStatements, toRows }: TruthRateProps) {
  const { rate, interval } = describeTruth(truth);
  const confirmed = hasStatements ? describeByStatement(byStatement, truth) : null;
  return (
    <>
      {truth.share === null ? (
        <span className={text.small}>–</span>
      ) : (
        <Link to={toRows({ truth: "decided" })}>{rate}</Link>
      )}{" "}
      {interval ? <span className={clsx(text.small, text.block, text.unbroken)}>{interval}</span> : null}{" "}
      {confirmed ? (
        <Link className={clsx(text.small, text.block)} to={toRows({ truth: "confirmed" })}>
          {confirmed} by statement
        </Link>
      ) : null}
    </>
  );
}

/** "8.3% of 144 views" */
const ofViews = (submissions: number, views: number) =>
  `${formatNumber(Math.round((submissions / views) * 1000) / 10)}% of ${formatNumber(views)} ${views === 1 ? "view" : "views"}`;
