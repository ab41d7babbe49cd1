import { Link } from "@remix-run/react";
import clsx from "clsx";
import type { QueryLinks } from "#app/components/filters/use-query-links.ts";
import { ScrollRegion } from "#app/components/ui/scroll-region.tsx";
import { type Column, Table } from "#app/components/ui/table.tsx";
import text from "#app/components/ui/text.module.css";
import { type MoneyColumn, type MoneyLine, moneyColumns } from "#app/lib/money-columns.ts";
import { formatNumber } from "#app/lib/regional-formats.ts";
import styles from "./money-table.module.css";
import { describeBefore, describeIfWaiting, describeInterval, showValue } from "./values.ts";

export type IdentifiedMoney = MoneyLine & { id: string };
export type MoneyTableRow = IdentifiedMoney & { name: string; adPlatform: string | null };

/** Where the rows behind a number are listed; null where no list has them. */
export type RowLinks = (row: IdentifiedMoney) => {
  spend: string | null;
  claims: ((filter?: Record<string, string>) => string) | null;
};

type MoneyTableProps = {
  caption: string;
  head: string;
  rows: MoneyTableRow[];
  totals: IdentifiedMoney;
  columns: MoneyColumn[];
  currency: string;
  sort: string | null;
  rowLinks: RowLinks;
  address: QueryLinks;
};

/** What ads cost and earn, a row for each; every number leads to its rows. */
export function MoneyTable({ caption, head, rows, totals, columns, address, ...shared }: MoneyTableProps) {
  const { currency, sort, rowLinks } = shared;
  const toColumn = (column: MoneyColumn): Column<MoneyTableRow> => ({
    head: moneyColumns[column].head,
    sort: {
      to: address({ sort: sort === `-${column}` ? column : `-${column}`, page: null }),
      sorted: sort === column ? "ascending" : sort === `-${column}` ? "descending" : null,
    },
    cell: (row) => <Value {...{ row, column, currency, rowLinks }} />,
    isNumber: true,
    isLabelled: true,
  });
  const name: Column<MoneyTableRow> = {
    head,
    cell: (row) => (
      <>
        <bdi className={clsx(text.breakable, text.strong)}>{row.name}</bdi>{" "}
        {row.adPlatform ? <span className={clsx(text.small, text.block)}>{row.adPlatform}</span> : null}
      </>
    ),
    isWide: true,
    className: styles.name,
  };
  return (
    <ScrollRegion label={caption} className={styles.scroll}>
      <Table
        caption={caption}
        columns={[name, ...columns.map(toColumn)]}
        groups={[{ rows }, { rows: [{ ...totals, name: "All", adPlatform: null }] }]}
        getKey={({ id }) => id}
        className={styles.table}
      />
    </ScrollRegion>
  );
}

/** What of a row's claims a number is of. */
const filters: Partial<Record<MoneyColumn, Record<string, string>>> = {
  claims: {},
  costPerClaim: {},
  verified: { truth: "verified" },
  value: { truth: "verified" },
  commission: { truth: "verified" },
  costPerVerified: { truth: "verified" },
  returnOnValue: { truth: "verified" },
  returnOnCommission: { truth: "verified" },
  profit: { truth: "verified" },
};

type ValueProps = Pick<MoneyTableProps, "currency" | "rowLinks"> & {
  row: IdentifiedMoney;
  column: MoneyColumn;
};

function Value({ row, column, currency, rowLinks }: ValueProps) {
  const links = rowLinks(row);
  const isCost = column === "costPerVerified";
  const shown = showValue(column, row.values[column], currency);
  const filter = column === "accepted" ? row.acceptedQuery : filters[column];
  const href = filter ? (links.claims?.(filter) ?? null) : links.spend;
  const isLoss = column === "profit" && row.values.profit?.startsWith("-");
  const tone = clsx(isLoss && text.alarm, isCost && text.strong) || undefined;
  const below = [
    { line: isCost ? describeInterval(row, currency) : null, className: styles.line },
    { line: isCost ? describeIfWaiting(row, currency) : null },
    { line: describeBefore(column, row, currency), className: styles.line },
  ];
  return (
    <>
      {href && row.values[column] !== null ? (
        <Link to={href} className={tone}>
          {shown}
        </Link>
      ) : (
        <span className={tone}>{shown}</span>
      )}{" "}
      {column === "claims" && row.waiting > 0 ? (
        <Waiting count={row.waiting} href={links.claims?.({ truth: "waiting" }) ?? null} />
      ) : null}{" "}
      {below.map(({ line, className }) =>
        line ? (
          <span key={line} className={clsx(text.small, text.block, className)}>
            {line}{" "}
          </span>
        ) : null,
      )}
    </>
  );
}

function Waiting({ count, href }: { count: number; href: string | null }) {
  const words = `${formatNumber(count)} to check`;
  return (
    <span className={clsx(text.small, text.block, styles.line)}>
      {href ? <Link to={href}>{words}</Link> : words}
    </span>
  );
}
