import { createHash } from "node:crypto";
import Decimal from "decimal.js-light";
import type { EvidenceGroup, EvidenceKind, EvidenceReason, EvidenceSource } from "#app/lib/evidence.ts";
import { groupBy } from "#app/lib/group-by.ts";
import { statedMoney } from "#app/services/client-facts/read-facts.ts";
import { startMatching } from "#app/services/statements/matching/match-statement.ts";
import { isProving } from "#app/services/statements/matching/proofs.ts";
import type {
  ClaimFacts,
  ConvertAmount,
  Match,
  StatementMatching,
  StatementRow,
  ToldRow,
} from "#app/services/statements/matching/types.ts";

/** What a postback or a broker's answer says of one client. */
export type BrokerFacts = Omit<StatementRow, "line" | "told" | "kind"> & {
  kind: EvidenceKind;
  /** Of a sum without a time of its own: what it adds up, such as `lifetime` or `30 days`. */
  span: string | null;
  /** When the client's first deposit was, where a sum says so. */
  firstAt: Date | null;
  lots: string | null;
  trades: number | null;
  turnover: string | null;
  revenue: string | null;
  /** Nothing says that it is not what was called back before. */
  isPerhapsRepeated?: boolean;
};

export type RunningRow = { id: string; source: EvidenceSource; receivedAt: Date; facts: BrokerFacts };

/** A row of a file beside the running statement, with the keys that it was found by. */
export type RowOfFile = { statementId: string; kind: "transactions" | "sums"; row: StatementRow };

/** What rows of one source say of a claim, or of a client without one. */
export type FoundEvidence = {
  submissionId: string | null;
  source: EvidenceSource;
  kind: EvidenceKind;
  evidenceGroup: EvidenceGroup;
  amount: string | null;
  currency: string | null;
  lots: string | null;
  trades: number | null;
  turnover: string | null;
  revenue: string | null;
  commission: string | null;
  at: Date | null;
  receivedAt: Date;
  reasons: EvidenceReason[];
  /** Of its rows, the one that says most first. */
  rowIds: string[];
};

const MONEY: Partial<Record<EvidenceKind, "deposit" | "first">> = {
  deposit: "deposit",
  first_deposit: "first",
};

function moneyOf({ kind, span, at }: BrokerFacts): ToldRow["money"] {
  if (kind !== "sum") return MONEY[kind] ?? null;
  return span === null && at !== null ? "sum" : "total";
}

/** Money of any action: the broker's word for it says nothing of what the owner calls it. */
function kindOf(kind: EvidenceKind): StatementRow["kind"] {
  if (kind === "deposit" || kind === "first_deposit" || kind === "sum") return null;
  return kind === "withdrawal" || kind === "reversal" || kind === "registration" ? kind : "other";
}

type Placed = { row: StatementRow; running: RunningRow | null };

/** In an order that does not depend on when rows arrived: rows that say the same are alike. */
function placeRows(rows: readonly RunningRow[], files: readonly RowOfFile[]): Placed[] {
  const running = rows.map((one) => {
    const { kind, span, firstAt, lots: _, trades: _1, turnover: _2, revenue: _3, ...rest } = one.facts;
    const { isPerhapsRepeated = false, ...facts } = rest;
    const { source, receivedAt } = one;
    const money = moneyOf(one.facts);
    const told: ToldRow = { source, isOfFile: false, money, span, firstAt, receivedAt, isPerhapsRepeated };
    return { row: { ...facts, line: 0, kind: kindOf(kind), told }, running: one };
  });
  const ofFiles = files.map(({ statementId, kind, row }) => {
    const receivedAt = row.at?.to ?? new Date(0);
    const money = kind === "sums" ? "sum" : "deposit";
    const told: ToldRow = {
      source: `file ${statementId}`,
      isOfFile: true,
      money: isProving(row.kind) ? money : null,
      span: null,
      firstAt: null,
      receivedAt,
    };
    return { row: { ...row, told }, running: null };
  });
  return [...running, ...ofFiles]
    .map((placed) => ({ placed, order: JSON.stringify(placed.row) }))
    .sort((a, b) => (a.order < b.order ? -1 : a.order === b.order ? 0 : 1))
    .map(({ placed: { row, running: own } }, index) => ({ row: { ...row, line: index + 1 }, running: own }));
}

/**
 * Matches rows of a running statement with claims, by what statements are matched by. Rows of files stand beside
 * them: a claim whose money only a file has gets no evidence here.
 * @param rows and claims that share keys, directly or through others
 */
export function matchRows({
  rows,
  files,
  claims,
  convert,
}: {
  rows: readonly RunningRow[];
  files: readonly RowOfFile[];
  claims: readonly ClaimFacts[];
  convert: ConvertAmount;
}): { evidence: FoundEvidence[]; claimsByRow: Map<string, string[]> } {
  const placed = placeRows(rows, files);
  const matching = startMatching({
    rows: placed.map(({ row }) => row),
    file: { kind: "running", period: null },
    options: { convert },
  });
  const sorted = [...claims].sort((a, b) => (a.id < b.id ? -1 : 1));
  for (const claim of sorted) matching.addClaim(claim);
  const runningAt = (lines: readonly number[]) => lines.flatMap((line) => placed[line - 1]?.running ?? []);
  const found = matching.finish();
  return { evidence: describeMatching(found, runningAt), claimsByRow: findClaims(found, rows, runningAt) };
}

type RowsAt = (lines: readonly number[]) => RunningRow[];

function describeMatching(found: StatementMatching, rowsAt: RowsAt): FoundEvidence[] {
  const evidence: FoundEvidence[] = [];
  const add = (
    one: Pick<FoundEvidence, "submissionId" | "evidenceGroup" | "reasons">,
    rows: RunningRow[],
  ) => {
    for (const ofSource of groupBy(rows, ({ source }) => source).values())
      evidence.push({ ...one, ...summarizeSource(ofSource) });
  };
  const { matches, verified, verifiedButContradicted, rejectedButConfirmed } = found;
  for (const match of [...matches, ...verified, ...verifiedButContradicted, ...rejectedButConfirmed])
    for (const submissionId of match.submissionIds) {
      const rows = rowsAt(match.lines);
      const { group: evidenceGroup, reasons } = match;
      add({ submissionId, evidenceGroup, reasons }, rows);
      add({ submissionId, evidenceGroup: atMostLikely(match), reasons }, findTotals(match, rows, rowsAt));
    }
  for (const { submissionId, line } of found.reversals) {
    const reasons = [{ text: "The broker took the money back.", weight: 100, for: false }];
    add({ submissionId, evidenceGroup: "contradicted", reasons }, rowsAt([line]));
  }
  for (const { submissionId, lines, reasons } of found.named)
    for (const row of newestOf(
      rowsAt(lines).filter(({ facts }) => moneyOf(facts) === null && !isTakenBack(facts)),
    ))
      add({ submissionId, evidenceGroup: "likely", reasons }, [row]);
  const used = new Set(evidence.flatMap(({ rowIds }) => rowIds));
  // What a newer row says again is not shown, whether that is a claim's or nobody's.
  for (const lines of found.clients)
    for (const row of newestOf(rowsAt(lines)))
      if (!used.has(row.id)) add({ submissionId: null, evidenceGroup: "unmatched", reasons: [] }, [row]);
  return evidence;
}

/** The claims of each row: those that it proves, and those that surely are of its client. */
function findClaims(
  found: StatementMatching,
  rows: readonly RunningRow[],
  rowsAt: RowsAt,
): Map<string, string[]> {
  const claims = new Map(rows.map(({ id }) => [id, new Set<string>()]));
  const add = (lines: readonly number[], submissionIds: readonly string[]) => {
    for (const { id } of rowsAt(lines)) for (const one of submissionIds) claims.get(id)?.add(one);
  };
  const { matches, verified, rejectedButConfirmed, reversals, named } = found;
  for (const { lines, submissionIds } of [...matches, ...verified, ...rejectedButConfirmed])
    add(lines, submissionIds);
  for (const { line, submissionId } of reversals) add([line], [submissionId]);
  for (const { lines, submissionId } of named) add(lines, [submissionId]);
  return new Map([...claims].map(([id, own]) => [id, [...own]]));
}

const isTakenBack = ({ kind }: BrokerFacts) => kind === "reversal" || kind === "withdrawal";
const atMostLikely = ({ group }: Match): EvidenceGroup => (group === "certain" ? "likely" : group);

/** Totals of sources that do not name the money itself. */
function findTotals({ totals }: Match, rows: readonly RunningRow[], rowsAt: RowsAt): RunningRow[] {
  const sources = new Set(rows.map(({ source }) => source));
  return rowsAt(totals).filter(({ source }) => !sources.has(source));
}

/** Deposits and what takes them back each; of all else the newest of a source that says it. */
function newestOf(rows: readonly RunningRow[]): RunningRow[] {
  const isEach = ({ facts: { kind } }: RunningRow) =>
    kind === "deposit" || isTakenBack({ kind } as BrokerFacts);
  const groups = groupBy(rows, (row) => (isEach(row) ? row.id : `${row.source} ${row.facts.kind}`));
  return [...groups.values()].flatMap(
    (some) => some.toSorted((a, b) => +b.receivedAt - +a.receivedAt || (a.id < b.id ? -1 : 1))[0] ?? [],
  );
}

const TELLING: EvidenceKind[] = ["reversal", "deposit", "first_deposit", "sum"];
const tellingOf = ({ facts: { kind } }: RunningRow) =>
  (TELLING.indexOf(kind) + TELLING.length) % TELLING.length;

/** What rows of one source say together: parts of one deposit are added up. */
function summarizeSource(
  rows: readonly RunningRow[],
): Omit<FoundEvidence, "submissionId" | "evidenceGroup" | "reasons"> {
  const sorted = rows.toSorted(
    (a, b) => tellingOf(a) - tellingOf(b) || +a.receivedAt - +b.receivedAt || (a.id < b.id ? -1 : 1),
  );
  const [first] = sorted;
  if (!first) throw new Error("Evidence has a row.");
  const { kind, lots, trades, turnover, revenue, commission } = first.facts;
  const alike = sorted.filter(({ facts }) => facts.kind === kind);
  const stated = alike.map(({ facts }) => statedMoney(facts));
  const currencies = new Set(stated.map(({ currency }) => currency));
  const amounts = stated.flatMap((one) => one.amount ?? []);
  const isSum = currencies.size === 1 && amounts.length === alike.length && kind !== "sum";
  const amount = isSum
    ? amounts.reduce((sum, one) => sum.plus(one), new Decimal(0)).toFixed()
    : (stated.at(-1)?.amount ?? null);
  const times = alike.flatMap(({ facts: { at } }) => (at ? [+at.from] : []));
  return {
    source: first.source,
    kind,
    amount,
    currency: amount === null ? null : (stated.at(-1)?.currency ?? null),
    lots,
    trades,
    turnover,
    revenue,
    commission,
    at: times.length > 0 ? new Date(Math.min(...times)) : null,
    receivedAt: new Date(Math.max(...sorted.map(({ receivedAt }) => +receivedAt))),
    rowIds: sorted.map(({ id }) => id),
  };
}

/** The same for the same evidence, whatever its id. */
export const digestEvidence = ({ rowIds, ...one }: FoundEvidence): string =>
  createHash("sha256")
    .update(JSON.stringify([one, rowIds]))
    .digest("hex");
