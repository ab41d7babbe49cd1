import Decimal from "decimal.js-light";
import { groupBy } from "#app/lib/group-by.ts";
import { countDays, type Days } from "#app/lib/periods.ts";
import type { Spend } from "#app/lib/spend.ts";
import { createSample } from "#app/services/tables/columns/sample-rows.ts";
import { openSheet } from "#app/services/tables/reading/open-sheet.ts";
import { type Row, type TableFile, UnreadableTable } from "#app/services/tables/table.ts";
import { findTotals } from "./find-totals.ts";
import { createSpendReader, type SpendLine, type TotalLine, type UnreadRow } from "./read-spend-rows.ts";
import { recognizeSpend, type SpendColumns, type SpendFile } from "./recognize-spend.ts";

/** What a thread is started with to read a spend file. */
export type SpendTask = { kind: "spend"; content: Uint8Array; sheet: number | null; file: SpendFile };

/** What the rows of a file say, before they are saved. */
export type SpendFacts = {
  /** Lines with spend. */
  rows: number;
  /** Lines without an amount. */
  empty: number;
  totals: number;
  /** The first of the lines with totals; readings of an earlier version have none. */
  totalLines?: (TotalLine & { line: number })[];
  /** The first lines that can't be read, and how many there are. */
  unreadable: (UnreadRow & { line: number })[];
  unreadableCount: number;
  /** What they all say that they cost; readings of an earlier version have none. */
  unreadableSums?: { amount: string; currency: string }[];
  days: { from: string; to: string } | null;
  /** Of each currency. */
  sums: { amount: string; currency: string }[];
  isSpread: boolean;
  /** Whether a spreadsheet has rounded ids: then names alone tell ads apart. */
  hasLostIds: boolean;
  accounts: { adPlatform: string; accountId: string }[];
};

/** What a thread gives, part by part. */
export type SpendOutput =
  | { sheets: TableFile["sheets"]; sheet: number | null }
  | { spendColumns: SpendColumns }
  | { spendFacts: SpendFacts }
  /** Rows of one day or period come together. */
  | { spend: Spend[] };

const UNREADABLE_MAX = 100;
const TOTALS_MAX = 20;
/** More is another column than that of accounts. */
const ACCOUNTS_MAX = 100;
/** Of rows that are spread over days: more would be the memory of many files. */
const SPEND_MAX = 400_000;
/** About how many rows are saved in one transaction. */
const BATCH = 1_000;
const Sum = Decimal.clone({ precision: 40 });

/** Reads a file; it ends after the sheets or the columns where these leave a question open. */
export async function* readSpendFile({
  content,
  sheet: chosen,
  file,
}: SpendTask): AsyncGenerator<SpendOutput> {
  const { sheets, sheet, rows: table } = await openSheet(content, chosen);
  yield { sheets, sheet };
  if (sheet === null) return;
  const sample = createSample();
  const rows: Row[] = [];
  for await (const row of table) {
    sample.add(row);
    rows.push(row);
  }
  const columns = recognizeSpend(sample.rows(), file);
  yield { spendColumns: columns };
  if (columns.questions.length > 0) return;
  const { facts, spend } = readRows(rows, columns, file.lastDay);
  yield { spendFacts: facts };
  let batch: Spend[] = [];
  const days = groupBy(spend, ({ day, toDay }) => `${day} ${toDay}`);
  for (const key of [...days.keys()].sort()) {
    batch.push(...(days.get(key) ?? []));
    if (batch.length < BATCH) continue;
    yield { spend: batch };
    batch = [];
  }
  if (batch.length > 0) yield { spend: batch };
}

/** What the rows say, as a whole and one by one. */
function readRows(
  rows: readonly Row[],
  columns: SpendColumns,
  lastDay: string,
): { facts: SpendFacts; spend: Spend[] } {
  const read = createSpendReader(columns, lastDay);
  const lines: (SpendLine & { line: number })[] = [];
  const found: (SpendLine & { period: Days })[] = [];
  const totals: (TotalLine & { line: number })[] = [];
  const unreadable: SpendFacts["unreadable"] = [];
  let [empty, spreadRows] = [0, 0];
  for (const row of rows) {
    if (row.line <= (columns.headerLine ?? 0)) continue;
    const { line } = row;
    const one = read(row);
    if ("spend" in one) lines.push({ ...one, line });
    else if ("total" in one) totals.push({ ...one.total, line });
    else if ("skipped" in one) empty += 1;
    else unreadable.push({ ...one, line });
  }
  const isTotal = findTotals(lines);
  const accountIds = new Set<string>();
  for (const one of lines) {
    const { line, spend, period } = one;
    if (isTotal(one)) {
      const { campaign, adSet, ad } = spend;
      const name = (campaign ?? adSet ?? ad)?.name ?? null;
      totals.push({ line, name, amount: spend.amount, currency: spend.currency });
      continue;
    }
    const { amount, currency } = spend;
    const isLate = accountIds.size >= ACCOUNTS_MAX && !accountIds.has(spend.accountId);
    if (period === null) unreadable.push({ line, amount, currency, problem: "This row has no day." });
    else if (isLate) {
      const problem = `The file has more than ${ACCOUNTS_MAX} ad accounts.`;
      unreadable.push({ line, amount, currency, problem });
    } else {
      accountIds.add(spend.accountId);
      found.push({ ...one, period });
      spreadRows += countDays(period);
    }
  }
  for (const list of [totals, unreadable]) list.sort((a, b) => a.line - b.line);
  if (spreadRows > SPEND_MAX)
    throw new UnreadableTable("The file has too many rows for several days each. Export it by day.");
  const spend = found.map((one) => ({ ...one.spend, day: one.period.from, toDay: one.period.to }));
  const from = spend.map(({ day }) => day).sort()[0];
  const to = spend
    .map(({ toDay }) => toDay)
    .sort()
    .at(-1);
  const accounts = groupBy(spend, ({ adPlatform, accountId }) => JSON.stringify([adPlatform, accountId]));
  const facts = {
    rows: found.length,
    empty,
    totals: totals.length,
    totalLines: totals.slice(0, TOTALS_MAX),
    unreadable: unreadable.slice(0, UNREADABLE_MAX),
    unreadableCount: unreadable.length,
    days: from !== undefined && to !== undefined ? { from, to } : null,
    sums: addUp(found.map((one) => one.spend)),
    unreadableSums: addUp(unreadable),
    isSpread: spend.some(({ day, toDay }) => day < toDay),
    hasLostIds: found.some(({ hasLostId }) => hasLostId),
    accounts: [...accounts.values()].flatMap(([one]) =>
      one ? [{ adPlatform: one.adPlatform, accountId: one.accountId }] : [],
    ),
  };
  return { facts, spend };
}

/** The amounts that are known, by currency. */
const addUp = (rows: readonly { amount: string | null; currency: string | null }[]) =>
  [...groupBy(rows, ({ currency }) => currency)].flatMap(([currency, own]) =>
    currency === null
      ? []
      : [{ currency, amount: own.reduce((sum, { amount }) => sum.plus(amount ?? 0), new Sum(0)).toFixed() }],
  );
