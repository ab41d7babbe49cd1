import { Link } from "@remix-run/react";
import clsx from "clsx";
import { Icon } from "./icon.tsx";
import { CaretDownIcon, CaretUpIcon } from "./icons.ts";
import styles from "./table.module.css";

/** For a table with markup of its own. Its cells say their head on a card by `data-label`. */
export const cardTableClass = styles.table;

export type Column<Row> = {
  /** Null for what needs no words, such as a row's menu. */
  head: React.ReactNode;
  /** A link in the head sorts the rows by this column. */
  sort?: { to: string; sorted: "ascending" | "descending" | null };
  cell: (row: Row) => React.ReactNode;
  isNumber?: boolean;
  /** On a card, the head stands above the cell. */
  isLabelled?: boolean;
  /** On a card, the cell takes a line of its own. */
  isWide?: boolean;
  /** It names the row. */
  isRowHead?: boolean;
  /** The class of the head and the cells. */
  className?: string;
};

type TableProps<Row> = {
  caption: string;
  columns: Column<Row>[];
  /** One after the other; those with a title have it above their rows. */
  groups: { title?: string | null; rows: Row[] }[];
  getKey: (row: Row) => string;
  rowClass?: (row: Row) => string | undefined;
  /** Whether a phone has room for its columns. */
  isNarrow?: boolean;
  className?: string;
};

/** Rows and columns; below 860 px each row is a card, unless the table is narrow. */
export function Table<Row>({
  caption,
  columns,
  groups,
  getKey,
  rowClass,
  isNarrow = false,
  className,
}: TableProps<Row>) {
  return (
    <table className={clsx(!isNarrow && styles.table, className) || undefined}>
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>{columns.map(Head)}</tr>
      </thead>
      {groups.map(({ title, rows }) => (
        <tbody key={rows[0] && getKey(rows[0])}>
          {title ? (
            <tr className={styles.group}>
              <th colSpan={columns.length} scope="rowgroup">
                {title}
              </th>
            </tr>
          ) : null}
          {rows.map((row) => (
            <tr key={getKey(row)} className={rowClass?.(row)}>
              {columns.map((column, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the columns of a row never move
                <Cell key={index} column={column} row={row} />
              ))}
            </tr>
          ))}
        </tbody>
      ))}
    </table>
  );
}

function Cell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  const { head, cell, isNumber, isLabelled, isWide, isRowHead, className } = column;
  const classes = clsx(isNumber && styles.number, isWide && styles.wide, className) || undefined;
  return isRowHead ? (
    <th scope="row" className={classes}>
      {cell(row)}
    </th>
  ) : (
    <td data-label={isLabelled ? head : undefined} className={classes}>
      {cell(row)}
    </td>
  );
}

function Head<Row>({ head, sort, isNumber, className }: Column<Row>, index: number) {
  if (head === null) return <td key={index} />;
  return (
    <th
      key={index}
      scope="col"
      className={clsx(sort && styles.sortable, isNumber && styles.number, className) || undefined}
      aria-sort={sort?.sorted ?? undefined}
    >
      {sort ? (
        <Link to={sort.to}>
          {head}
          {sort.sorted ? <Icon of={sort.sorted === "ascending" ? CaretUpIcon : CaretDownIcon} /> : null}
        </Link>
      ) : (
        head
      )}
    </th>
  );
}
