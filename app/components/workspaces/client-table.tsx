import { Link } from "@remix-run/react";
import { type Column, Table } from "#app/components/ui/table.tsx";
import text from "#app/components/ui/text.module.css";
import { displayMoney } from "#app/lib/money.ts";
import { formatNumber } from "#app/lib/regional-formats.ts";
import { describeTruth, type Truth } from "#app/lib/truth.ts";
import { paths } from "#app/paths.ts";
import styles from "./team.module.css";

/** A workspace of somebody who works in several. */
type ClientRow = {
  /** The mark that links open the workspace by. */
  mark: string;
  name: string;
  isCurrent: boolean;
  /** "Checker" */
  roleName: string;
  currency: string;
  toCheck: number;
  expiring: number;
  problems: number;
  /** Of the last 28 days; null where the role or the plan shows none. */
  figures: {
    truth: Truth;
    /** Null where it is unknown. */
    costPerVerified: string | null;
    profit: string | null;
  } | null;
};

const TO_CHECK = { status: "pending" };

/** The workspaces of somebody who works in several; each number opens what it counts, in its workspace. */
export function ClientTable({ clients }: { clients: ClientRow[] }) {
  const count = (head: string, toCount: (row: ClientRow) => number, to: string, tone?: string) => ({
    ...number(head),
    cell: (row: ClientRow) => (
      <Inside of={row} to={to} className={toCount(row) > 0 ? tone : undefined}>
        {formatNumber(toCount(row))}
      </Inside>
    ),
  });
  const amount = (head: string, toAmount: (row: Figures) => string | null) => ({
    ...number(head),
    cell: (row: ClientRow) => (row.figures ? <Amount of={row} amount={toAmount(row.figures)} /> : null),
  });
  const columns: Column<ClientRow>[] = [
    {
      head: "Workspace",
      isRowHead: true,
      isWide: true,
      ...(styles.client ? { className: styles.client } : {}),
      cell: (row) => (
        <>
          <Inside of={row} to={paths.overview()}>
            <bdi className={text.breakable}>{row.name}</bdi>
          </Inside>{" "}
          <span className={text.small}>
            {row.roleName}
            {row.isCurrent ? ", open now" : ""}
          </span>
        </>
      ),
    },
    count("To check", ({ toCheck }) => toCheck, paths.submissions(TO_CHECK), text.copper),
    count(
      "Expiring",
      ({ expiring }) => expiring,
      paths.submissions({ ...TO_CHECK, expiresWithin: "24h" }),
      text.alarm,
    ),
    {
      ...number("Truth rate"),
      cell: (row) => (row.figures ? <TruthOf row={row} truth={row.figures.truth} /> : null),
    },
    amount("Cost per verified", ({ costPerVerified }) => costPerVerified),
    amount("Profit", ({ profit }) => profit),
    count("Problems", ({ problems }) => problems, paths.submissions({ event: "problem" }), text.alarm),
  ];
  return (
    <Table
      caption="Workspaces, those with claims that expire first"
      columns={columns}
      groups={[{ rows: clients }]}
      getKey={({ mark }) => mark}
    />
  );
}

type Figures = NonNullable<ClientRow["figures"]>;

const number = (head: string) => ({ head, isNumber: true, isLabelled: true });

type InsideProps = {
  of: ClientRow;
  to: string;
  className?: string | undefined;
  children: React.ReactNode;
};

/** Opens a page in a workspace; the whole page loads, because all of it is another workspace's. */
const Inside = ({ of: { mark }, to, className, children }: InsideProps) => (
  <Link reloadDocument to={paths.inWorkspace({ mark, to })} className={className}>
    {children}
  </Link>
);

function TruthOf({ row, truth }: { row: ClientRow; truth: Figures["truth"] }) {
  const { rate, interval } = describeTruth(truth);
  if (truth.share === null) return "–";
  return (
    <>
      <Inside of={row} to={paths.analytics()}>
        {rate}
      </Inside>{" "}
      {interval ? <span className={text.small}>{interval}</span> : null}
    </>
  );
}

function Amount({ of, amount }: { of: ClientRow; amount: string | null }) {
  if (amount === null) return "–";
  return (
    <Inside of={of} to={paths.money()} className={amount.startsWith("-") ? text.alarm : undefined}>
      {displayMoney(amount, of.currency)}
    </Inside>
  );
}
