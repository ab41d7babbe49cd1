import { Link } from "@remix-run/react";
import clsx from "clsx";
import type { QueryLinks } from "#app/components/filters/use-query-links.ts";
import { Icon } from "#app/components/ui/icon.tsx";
import { CaretDownIcon } from "#app/components/ui/icons.ts";
import { ScrollRegion } from "#app/components/ui/scroll-region.tsx";
import { type Column, Table } from "#app/components/ui/table.tsx";
import text from "#app/components/ui/text.module.css";
import type { CampaignVerdict } from "#app/lib/campaign-verdict.ts";
import { MONEY_COLUMNS, type MoneyColumn, type MoneyLine, moneyColumns } from "#app/lib/money-columns.ts";
import { formatNumber } from "#app/lib/regional-formats.ts";
import { paths } from "#app/paths.ts";
import { CostRange, type CostScale, createCostScale } from "./cost-range.tsx";
import styles from "./money-table.module.css";
import { describeBefore, describeIfWaiting, describeRange, describeVerdict, showValue } from "./values.ts";

export type IdentifiedMoney = MoneyLine & { id: string };
export type MoneyTableRow = IdentifiedMoney & {
  name: string;
  adPlatform: string | null;
  /** The campaign that a source can be set for. */
  campaignRef?: string | null;
};

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
  /** Whether its rows can be judged. */
  hasVerdict: boolean;
  canAssign: boolean;
};

/** What a phone shows of a row that is not open. */
const FIRST: readonly MoneyColumn[] = ["costPerVerified", "profit"];

/** What ads cost and earn, one line a row, which opens to the rest; every number leads to its rows. */
export function MoneyTable({ caption, head, rows, totals, columns, address, ...shared }: MoneyTableProps) {
  const { currency, sort, rowLinks, hasVerdict, canAssign } = shared;
  const scale = createCostScale([...rows, totals]);
  const first = columns.some((column) => FIRST.includes(column)) ? FIRST : columns.slice(0, FIRST.length);
  const toColumn = (column: MoneyColumn): Column<MoneyTableRow> => ({
    head: moneyColumns[column].head,
    sort: {
      to: address({ sort: sort === `-${column}` ? column : `-${column}`, page: null }),
      sorted: sort === column ? "ascending" : sort === `-${column}` ? "descending" : null,
    },
    cell: (row) => <Value {...{ row, column, columns, currency, rowLinks, scale }} />,
    isNumber: true,
    isLabelled: true,
    ...(first.includes(column) ? {} : { className: styles.later }),
  });
  const name: Column<MoneyTableRow> = {
    head,
    cell: (row) => <Name {...{ row, columns, currency, rowLinks, canAssign }} />,
    isWide: true,
    className: styles.name,
  };
  const verdict: Column<MoneyTableRow> = {
    head: "Verdict",
    cell: (row) => (row.verdict ? <VerdictWords verdict={row.verdict} /> : null),
    isWide: true,
  };
  return (
    <ScrollRegion label={caption} className={styles.scroll}>
      <Table
        caption={caption}
        columns={[name, ...columns.map(toColumn), ...(hasVerdict ? [verdict] : [])]}
        groups={[{ rows }, { rows: [{ ...totals, name: "All", adPlatform: null }] }]}
        getKey={({ id }) => id}
        className={styles.table}
      />
    </ScrollRegion>
  );
}

const tones: Partial<Record<CampaignVerdict["kind"], string | undefined>> = {
  earns: clsx(text.verd, text.strong),
  loses: clsx(text.alarm, text.strong),
  toCheck: text.copper,
};

const VerdictWords = ({ verdict }: { verdict: CampaignVerdict }) => (
  <span className={tones[verdict.kind] ?? text.secondary}>{describeVerdict(verdict)}</span>
);

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

type PartProps = Pick<MoneyTableProps, "columns" | "currency" | "rowLinks">;
type ValueProps = PartProps & { row: IdentifiedMoney; column: MoneyColumn; scale?: CostScale };

function Value({ row, column, columns, currency, rowLinks, scale }: ValueProps) {
  const isCost = column === "costPerVerified";
  const isLoss = column === "profit" && row.values.profit?.startsWith("-");
  const before = describeBefore(column, row, currency);
  const isOfClaims = column === "verified" && !columns.includes("claims");
  return (
    <>
      <Amount
        {...{ row, column, currency, rowLinks }}
        className={clsx(isLoss && text.alarm, isCost && text.strong) || undefined}
      />{" "}
      {isOfClaims ? (
        <span className={clsx(text.small, styles.of)}>
          of <Amount {...{ row, column: "claims", currency, rowLinks }} />{" "}
        </span>
      ) : null}
      {isCost && scale ? <CostRange row={row} scale={scale} currency={currency} /> : null}
      {before ? <span className={clsx(text.small, text.block)}>{before} </span> : null}
    </>
  );
}

type AmountProps = Omit<ValueProps, "columns" | "scale"> & { className?: string | undefined };

/** A number, and the way to its rows. */
function Amount({ row, column, currency, rowLinks, className }: AmountProps) {
  const links = rowLinks(row);
  const filter = column === "accepted" ? row.acceptedQuery : filters[column];
  const href = filter ? (links.claims?.(filter) ?? null) : links.spend;
  const shown = showValue(column, row.values[column], currency);
  return href && row.values[column] !== null ? (
    <Link to={href} className={className}>
      {shown}
    </Link>
  ) : (
    <span className={className}>{shown}</span>
  );
}

/** A longer one is cut off in its line. */
const NAME_MAX = 28;

type NameProps = PartProps & { row: MoneyTableRow; canAssign: boolean };

/** The name of a row, which opens to what its line has no room for. */
function Name({ row, columns, currency, rowLinks, canAssign }: NameProps) {
  const { costRange, earnedPerVerified, waiting, campaignRef = null } = row;
  const ifWaiting = describeIfWaiting(row, currency);
  const toWaiting = rowLinks(row).claims?.({ truth: "waiting" }) ?? null;
  const rest = MONEY_COLUMNS.filter((column) => !columns.includes(column) && row.values[column] !== null);
  const facts: { label: string; value: React.ReactNode }[] = [
    ...(costRange
      ? [{ label: "Likely cost per verified (95%)", value: describeRange(costRange, currency) }]
      : []),
    ...(earnedPerVerified === null
      ? []
      : [
          {
            label: row.values.verified === "0" ? "A deposit earns on average" : "A verified deposit earns",
            value: showValue("commission", earnedPerVerified, currency),
          },
        ]),
    ...(waiting > 0
      ? [
          {
            label: "To check",
            value: toWaiting ? <Link to={toWaiting}>{formatNumber(waiting)}</Link> : formatNumber(waiting),
          },
        ]
      : []),
    ...(ifWaiting === null ? [] : [{ label: "Cost per verified", value: ifWaiting }]),
    ...rest.map((column) => ({
      label: moneyColumns[column].head,
      value: <Value {...{ row, column, columns: MONEY_COLUMNS, currency, rowLinks }} />,
    })),
  ];
  return (
    <div className={clsx(styles.named, row.before && styles.compared)}>
      <span className={styles.label}>
        <bdi className={clsx(text.strong, text.truncated)}>{row.name}</bdi>{" "}
        {row.adPlatform ? <span className={text.small}>{row.adPlatform}</span> : null}
      </span>{" "}
      <details className={styles.details}>
        <summary>
          <Icon of={CaretDownIcon} />
          <span className="visually-hidden">
            More of <bdi>{row.name}</bdi>
          </span>
        </summary>
        <div className={styles.opened}>
          {row.name.length > NAME_MAX ? <p className={text.breakable}>{row.name}</p> : null}
          <dl className={styles.facts}>
            {facts.map(({ label, value }) => (
              <div key={label}>
                <dt className={text.small}>{label} </dt>
                <dd>{value} </dd>
              </div>
            ))}
          </dl>
          {canAssign && campaignRef !== null ? (
            <p>
              <Link to={paths.moneyRules({ campaign: campaignRef })}>Assign to a source</Link>
            </p>
          ) : null}
        </div>
      </details>
    </div>
  );
}
