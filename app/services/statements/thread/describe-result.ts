import { createHash } from "node:crypto";
import { sumByCurrency } from "#app/lib/commission.ts";
import { isCurrency } from "#app/lib/money.ts";
import {
  type ListedGroup,
  MATCH_DOUBTS,
  type MatchDoubt,
  type RowTally,
  STATEMENT_GROUPS,
  type StatementGroup,
  type StatementResult,
} from "#app/lib/statements.ts";
import type { FileColumns } from "../columns/file-columns.ts";
import type { FileFacts, Reason, StatementMatching, StatementRow } from "../matching/types.ts";
import { type EvidenceFacts, summarizeRows } from "./summarize-rows.ts";

export type Unreadable = { line: number; problem: string };

/** A match as it is stored. */
export type MatchRow = {
  number: number;
  matchGroup: ListedGroup;
  submissionIds: string;
  lines: string;
  verifiedAmount: string | null;
  currency: string | null;
  score: number;
  details: string;
  facts: EvidenceFacts;
};

type Matched = { found: StatementMatching; unreadable: readonly Unreadable[] };

/** What matching found of the file as a whole. */
export function describeResult({
  found,
  unreadable,
  tally,
  columns,
}: Matched & { tally: RowTally; columns: FileColumns["columns"] }): StatementResult & { digest: string } {
  const hash = createHash("sha256");
  const counts = new Map<string, number>();
  const amounts = new Map<string, { amount: string; currency: string }[]>();
  for (const entry of listEntries({ found, unreadable })) {
    hash.update(JSON.stringify(entry));
    const { group, sums } = entry;
    counts.set(group, (counts.get(group) ?? 0) + 1);
    const own = amounts.get(group) ?? [];
    for (const sum of sums) own.push(...withCurrency(sum));
    amounts.set(group, own);
  }
  const groups = STATEMENT_GROUPS.map((group) => [
    group,
    { count: counts.get(group) ?? 0, sums: sumByCurrency(amounts.get(group) ?? []) },
  ]);
  return {
    groups: Object.fromEntries(groups) as Record<StatementGroup, StatementResult["groups"][StatementGroup]>,
    ...tally,
    coverage: found.coverage,
    advice: found.advice?.text ?? null,
    adviceColumn: findAdvised(found, columns),
    canRejectMissing: found.canRejectMissing,
    period: found.period && {
      from: found.period.from.toISOString(),
      to: found.period.to.toISOString(),
    },
    doubts: countDoubts(found),
    hasFacts: true,
    digest: hash.digest("hex"),
  };
}

const countDoubts = ({ matches }: StatementMatching) =>
  Object.fromEntries(
    MATCH_DOUBTS.map((doubt) => [doubt, matches.filter(({ onlyDoubt }) => onlyDoubt === doubt).length]),
  ) as Record<MatchDoubt, number>;

/** What is stored of each match, with what its rows say. */
export function* listMatchRows({
  rows,
  fileKind,
  ...matched
}: Matched & { rows: readonly StatementRow[]; fileKind: FileFacts["kind"] }): Generator<MatchRow> {
  const byLine = new Map(rows.map((row) => [row.line, row]));
  let number = 0;
  for (const { group: matchGroup, sums: _sums, ...entry } of listEntries(matched)) {
    const own = (JSON.parse(entry.lines) as number[]).flatMap((line) => byLine.get(line) ?? []);
    yield { ...entry, number, matchGroup, facts: summarizeRows(own, fileKind) };
    number += 1;
  }
}

/** Amounts without a currency are in no sum. */
const withCurrency = ({ amount, currency }: { amount: string; currency: string | null }) =>
  currency !== null && isCurrency(currency) ? [{ amount, currency }] : [];

/** Columns that matching names by their meaning. Sub-IDs stand where click IDs do. */
function findAdvised({ advice }: StatementMatching, columns: FileColumns["columns"]) {
  if (!advice?.column) return null;
  const { name, index, found, role } = advice.column;
  const meaning = name === "subId" ? "clickId" : name;
  const at = index ?? columns.find((column) => column.meaning === meaning)?.index;
  return at === undefined ? null : { index: at, found, role };
}

type Entry = Omit<MatchRow, "number" | "matchGroup" | "facts"> & {
  group: ListedGroup;
  sums: { amount: string; currency: string | null }[];
};

type EntryInput = {
  group: ListedGroup;
  submissionIds?: string[];
  lines?: number[];
  verifiedAmount?: string | null;
  currency?: string | null;
  score?: number;
  reasons?: Reason[];
  sums?: { amount: string; currency: string | null }[];
  amountDiffers?: boolean;
  onlyDoubt?: MatchDoubt | null;
  isMissing?: boolean;
};

const toEntry = ({ group, submissionIds = [], lines = [], score = 0, sums, ...rest }: EntryInput): Entry => ({
  group,
  submissionIds: JSON.stringify(submissionIds),
  lines: JSON.stringify(lines),
  verifiedAmount: rest.verifiedAmount ?? null,
  currency: rest.currency ?? null,
  score,
  details: JSON.stringify({
    reasons: rest.reasons ?? [],
    amountDiffers: rest.amountDiffers ?? false,
    isMissing: rest.isMissing ?? null,
    ...(rest.onlyDoubt ? { onlyDoubt: rest.onlyDoubt } : {}),
  }),
  sums:
    sums ?? (rest.verifiedAmount ? [{ amount: rest.verifiedAmount, currency: rest.currency ?? null }] : []),
});

/** In the order in which each group is shown, one by one: all of them would be the memory of a million claims. */
function* listEntries({ found, unreadable }: Matched): Generator<Entry> {
  for (const match of found.matches) yield toEntry(match);
  for (const isMissing of [true, false])
    for (const { submissionId, reasons, ...claim } of found.unmatchedClaims)
      if (claim.isMissing === isMissing)
        yield toEntry({ group: "unmatchedClaims", submissionIds: [submissionId], isMissing, reasons });
  for (const { lines, sums } of found.unmatchedRows) yield toEntry({ group: "unmatchedRows", lines, sums });
  for (const { line, problem } of unreadable)
    yield toEntry({
      group: "unreadable",
      lines: [line],
      reasons: [{ text: problem, weight: 0, for: false }],
    });
  for (const match of found.rejectedButConfirmed) yield toEntry({ ...match, group: "rejected" });
  for (const { submissionId, lines, reasons } of found.pairs)
    yield toEntry({ group: "pairs", submissionIds: [submissionId], lines, reasons });
}
