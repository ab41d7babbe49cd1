import Decimal from "decimal.js-light";
import { toCommissionPerVerified, toVerdict } from "#app/lib/campaign-verdict.ts";
import type { Cells, ListTable } from "#app/lib/list-file.server.ts";
import { formatAmount } from "#app/lib/money.ts";
import {
  type CostInterval,
  type MoneyColumn,
  type MoneyLine,
  type MoneyValues,
  moneyColumns,
} from "#app/lib/money-columns.ts";
import { findCostInterval, type MoneyCounts, toMoneyFigures } from "#app/lib/money-figures.ts";
import { type Span, toBuckets } from "#app/lib/series.ts";
import { toDecimalText } from "#app/lib/ten-thousandths.ts";
import { wilsonInterval } from "#app/lib/truth.ts";

type Row = MoneyCounts & {
  key: string | null;
  label: string | null;
  adPlatform: string | null;
  accepted: number;
  hasSpend: boolean;
  platformConversions: number | null;
  claimsQuery: Record<string, string> | null;
  spendQuery: Record<string, string> | null;
};

type RowOptions = {
  currency: string;
  /** The same row in the earlier days. */
  before?: Row | undefined;
  /** What is said of a row without a verified claim by, and whether anything is said at all. */
  judged?: { usualCommission: number | null } | null;
};

export function presentMoneyRow(row: Row, { currency, before, judged = null }: RowOptions): MoneyLine {
  const { costPerVerifiedIfWaiting, costInterval } = toMoneyFigures(row);
  const show = (amount: string | null) => amount && formatAmount(amount, currency);
  const showInterval = (interval: CostInterval | null) =>
    interval && { low: formatAmount(interval.low, currency), high: show(interval.high) };
  const perVerified = row.verified > 0 ? toCommissionPerVerified(row) : (judged?.usualCommission ?? null);
  return {
    key: row.key,
    label: row.label,
    adPlatform: row.adPlatform,
    values: toValues(row, currency),
    before: before ? toValues(before, currency) : null,
    waiting: row.waiting,
    costIfWaiting: row.waiting > 0 ? show(costPerVerifiedIfWaiting) : null,
    costInterval: showInterval(costInterval),
    costRange: showInterval(findCostInterval(row)),
    earnedPerVerified:
      perVerified === null ? null : formatAmount(new Decimal(perVerified).toFixed(4), currency),
    verdict: judged && toVerdict({ ...row, ...judged }),
    claimsQuery: row.claimsQuery,
    acceptedQuery: { event: "sent", ...(row.adPlatform ? { adPlatform: row.adPlatform } : {}) },
    spendQuery: row.spendQuery,
  };
}

type SpentDay = { date: string } & Record<"claims" | "verified" | "spend" | "unknownSpend", number>;

/** What a verified claim cost over time. */
export type CostBar = Span & {
  claims: number;
  verified: number;
  /** Null where an amount is unknown. */
  spend: string | null;
  /** Null also where nothing was spent or verified. */
  cost: string | null;
};

export const presentCosts = (series: SpentDay[], today: string, currency: string): CostBar[] =>
  toBuckets(series, today).map(({ spend: parts, unknownSpend, ...bar }) => {
    const spend = unknownSpend > 0 ? null : toDecimalText(BigInt(parts));
    const cost = toMoneyFigures({ ...bar, spend, waiting: 0, value: null, commission: null }).costPerVerified;
    const show = (amount: string | null) => amount && formatAmount(amount, currency);
    return { ...bar, spend: show(spend), cost: show(cost) };
  });

function toValues(row: Row, currency: string): MoneyValues {
  const figures = toMoneyFigures(row);
  const show = (amount: string | null) => amount && formatAmount(amount, currency);
  const count = (value: number | null) => (value === null ? null : new Decimal(value).toFixed());
  const ratio = (value: number | null) => (value === null ? null : new Decimal(value).toFixed(2));
  return {
    spend: show(row.spend),
    claims: count(row.claims),
    verified: count(row.verified),
    value: show(row.value),
    commission: show(row.commission),
    costPerClaim: show(figures.costPerClaim),
    costPerVerified: show(figures.costPerVerified),
    returnOnValue: ratio(figures.returnOnSpend.value),
    returnOnCommission: ratio(figures.returnOnSpend.commission),
    profit: show(figures.profit),
    platformConversions: count(row.platformConversions),
    accepted: count(row.accepted),
  };
}

/** Sorts by a column, `-` before it descending. What is unknown comes last. */
export function sortMoney<T extends { values: MoneyValues }>(rows: T[], sort: string): T[] {
  const column = sort.replace("-", "") as MoneyColumn;
  const sign = sort.startsWith("-") ? -1 : 1;
  return rows.toSorted(({ values: one }, { values: other }) => {
    const [a, b] = [one[column], other[column]];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return sign * new Decimal(a).comparedTo(b);
  });
}

/**
 * What an ad platform counts itself beside the claims that are true. `excess` is the share in percent that it
 * counts beyond the higher of verified and accepted, where the two counts differ by more than chance; else null.
 */
export function presentPlatformTruth({ verified, accepted, platformConversions }: Row) {
  if (platformConversions === null) return null;
  const known = Math.max(verified, accepted);
  const all = platformConversions + known;
  // Of two equal Poisson counts each is half of their sum.
  const isBeyond = all > 0 && wilsonInterval(platformConversions, all)[0] > 0.5;
  return {
    difference: new Decimal(platformConversions).minus(verified).toFixed(),
    isBeyond,
    excess: isBeyond && known > 0 ? Math.round((platformConversions / known - 1) * 100) : null,
  };
}

type TableOptions = {
  head: string;
  currency: string;
  columns: MoneyColumn[];
  hasBefore: boolean;
};

type TableRow = MoneyLine & { name: string };
type TableColumn = { header: string; isMoney: boolean; read(row: TableRow): string | null };

/** Beside the cost per verified claim: what the page says below it. */
const BESIDE_COST: TableColumn[] = [
  { header: "Cost per verified, from", isMoney: true, read: ({ costInterval }) => costInterval?.low ?? null },
  { header: "Cost per verified, to", isMoney: true, read: ({ costInterval }) => costInterval?.high ?? null },
  { header: "To check", isMoney: false, read: ({ waiting }) => String(waiting) },
  {
    header: "Cost per verified if those are true",
    isMoney: true,
    read: ({ costIfWaiting }) => costIfWaiting,
  },
];

/** The rows that a page shows as the table of a file. */
export function toMoneyTable(
  rows: TableRow[],
  { head, currency, columns: shown, hasBefore }: TableOptions,
): ListTable {
  const columns = shown.flatMap((column): TableColumn[] => {
    const { head: header, kind } = moneyColumns[column];
    const own = { header, isMoney: kind === "money", read: ({ values }: TableRow) => values[column] };
    return column === "costPerVerified" ? [own, ...BESIDE_COST] : [own];
  });
  const before = (hasBefore ? shown : []).map((column): TableColumn => {
    const { head: header, kind } = moneyColumns[column];
    const read = ({ before: earlier }: TableRow) => earlier?.[column] ?? null;
    return { header: `${header}, before`, isMoney: kind === "money", read };
  });
  const all = [...columns, ...before];
  const toCells = (row: TableRow): Cells => [row.name, row.adPlatform, ...all.map(({ read }) => read(row))];
  const pages = async function* () {
    yield rows.map(toCells);
  };
  return {
    name: "Money",
    columns: [
      { header: head },
      { header: "Ad platform" },
      ...all.map(({ header, isMoney }) => ({
        header: isMoney ? `${header} (${currency})` : header,
        isNumber: true,
      })),
    ],
    pages: pages(),
  };
}
