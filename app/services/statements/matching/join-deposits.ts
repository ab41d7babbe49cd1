import Decimal from "decimal.js-light";
import { DAY, HOUR } from "#app/lib/dates.ts";
import { groupBy } from "#app/lib/group-by.ts";
import { type AmountLevel, compareValues, EQUAL, figuresOf, NEAR } from "./amount.ts";
import type { Client } from "./clients.ts";
import { type JoinedRows, type Proof, takeBack, toProof } from "./proofs.ts";
import type { ConvertAmount, StatementRow, ToldRow } from "./types.ts";

/** A row with what it can prove, as a row of its own. */
type Told = { row: StatementRow; told: ToldRow; proof: Proof };
/** Rows of one deposit, the one that stands for it first. */
type Deposit = { rows: Told[]; totals: StatementRow[] };
/** A first deposit or a total, with the time in which its money came. */
type Total = {
  rows: Told[];
  amount: Decimal;
  from: number | null;
  to: number;
  doubt: string | null;
  since: number | null;
  isGrowth: boolean;
};

/** Answers are some minutes old when they are given. */
const LATE = HOUR;

/**
 * Joins the rows of a client to deposits before they are matched: what several sources say of the same
 * money is one proof, and a first deposit or a total proves no more than the deposits inside it leave.
 */
export function joinDeposits(client: Client, convert: ConvertAmount | undefined): void {
  const told = client.rows.flatMap((row) => {
    const proof = row.told?.money ? toProof(client, ofNothing(row), { kind: "running", period: null }) : null;
    return row.told && proof ? [{ row, told: row.told, proof }] : [];
  });
  const of = (...kinds: ToldRow["money"][]) => told.filter((one) => kinds.includes(one.told.money));
  const deposits = joinSame(of("deposit"), convert);
  const totals = [
    ...joinFirsts(of("first"), deposits, convert),
    ...of("sum").map(toSum),
    ...findGrowth(of("total")),
  ];
  totals.sort((a, b) => a.amount.cmp(b.amount) || a.to - b.to);
  const rest: (Total & { left: Decimal })[] = [];
  for (const total of totals) {
    const left = findRest(total, deposits, rest, convert);
    if (left.gt(total.amount.mul(EQUAL))) rest.push({ ...total, left });
  }
  client.proofs = [...deposits.map(toJoined), ...rest.map(toRest)];
  takeBack(client, joinReversals(client.rows));
}

/**
 * Joins rows of different sources that can be the same money: alike in amount and within a day, the nearest
 * first.
 */
function joinSame(rows: readonly Told[], convert: ConvertAmount | undefined): Deposit[] {
  const sorted = [...rows].sort(compareTold);
  const pairs = sorted.flatMap((a, index) =>
    sorted.slice(index + 1).flatMap((b) => {
      const apart = a.told.source === b.told.source ? null : findDistance(a, b, convert);
      return apart === null ? [] : [{ a, b, apart }];
    }),
  );
  pairs.sort((x, y) => x.apart - y.apart);
  const joined = new Map(sorted.map((one) => [one, [one]]));
  for (const { a, b } of pairs) {
    const [one, other] = [joined.get(a) ?? [a], joined.get(b) ?? [b]];
    const sources = new Set([...one, ...other].map(({ told }) => told.source));
    if (one === other || sources.size < one.length + other.length) continue;
    const both = [...one, ...other].sort(compareTold);
    for (const member of both) joined.set(member, both);
  }
  return [...new Set(joined.values())].map((members) => ({ rows: members, totals: [] }));
}

/** A total of nothing proves nothing itself, but from when the next one grew. */
const ofNothing = (row: StatementRow): StatementRow =>
  row.told?.money === "total" && Number(row.amount) === 0 ? { ...row, amount: null } : row;

/** By how much they can stand for others: those that the broker sent before what files say, then by content. */
const compareTold = (a: Told, b: Told) =>
  Number(a.told.isOfFile) - Number(b.told.isOfFile) ||
  Number(a.told.isPerhapsRepeated) - Number(b.told.isPerhapsRepeated) ||
  Number(a.row.currency === null) - Number(b.row.currency === null) ||
  b.proof.grossNumber - a.proof.grossNumber ||
  (a.proof.from ?? 0) - (b.proof.from ?? 0) ||
  (a.told.source < b.told.source ? -1 : a.told.source === b.told.source ? 0 : 1) ||
  a.row.line - b.row.line;

/** How far two rows are from each other in time; null for two that are not the same money. */
function findDistance(a: Told, b: Told, convert: ConvertAmount | undefined): number | null {
  const apart = gapOf(a.proof, b.proof);
  return apart <= DAY && isSameMoney(a.proof, b.proof, convert) ? apart : null;
}

type Span = Pick<Proof, "from" | "to">;

const gapOf = (a: Span, b: Span): number =>
  a.from === null || a.to === null || b.from === null || b.to === null
    ? 0
    : Math.max(0, a.from - b.to, b.from - a.to);

const isNear = (level: AmountLevel) => level === "equal" || level === "near";

/** Amounts that can't be compared may be the same: two proofs of one deposit are worse than one of two. */
function isSameMoney(a: Proof, b: Proof, convert: ConvertAmount | undefined): boolean {
  const own = [a.gross, a.net].filter((figure) => figure !== null);
  const others = figuresOf(b, a.row.currency, convert);
  if (own.length === 0 || others.length === 0) return true;
  return own.some((figure) => others.some(({ value }) => isNear(compareValues(figure, value).level)));
}

/** A first deposit is one of the deposits, or what was deposited within a day of the first. */
function joinFirsts(
  firsts: readonly Told[],
  deposits: Deposit[],
  convert: ConvertAmount | undefined,
): Total[] {
  return joinSame(firsts, convert).flatMap(({ rows }) => {
    const [first] = rows;
    if (!first) return [];
    const same = deposits
      .flatMap((deposit) => {
        const apart = deposit.rows
          .map((one) => findDistance(first, one, convert))
          .filter((one) => one !== null);
        return apart.length > 0 ? [{ deposit, apart: Math.min(...apart) }] : [];
      })
      .sort((a, b) => a.apart - b.apart)[0];
    if (same) {
      same.deposit.rows.push(...rows);
      return [];
    }
    const { gross, from, to } = first.proof;
    const isAlone = !deposits.some((deposit) =>
      deposit.rows.some((one) => gapOf(first.proof, one.proof) <= DAY),
    );
    if (gross === null || isAlone || from === null || to === null) {
      deposits.push({ rows, totals: [] });
      return [];
    }
    const doubt = "The first deposit may be the sum of several.";
    return [{ rows, amount: gross, from: from - DAY, to: to + DAY, doubt, since: null, isGrowth: false }];
  });
}

const toSum = (one: Told): Total => ({
  rows: [one],
  amount: one.proof.gross ?? new Decimal(0),
  from: one.proof.from,
  to: one.proof.to ?? +one.told.receivedAt,
  doubt: null,
  since: null,
  isGrowth: false,
});

/** By which total a client's deposits are told: that of all time before those of some days. */
const spanOrder = (span: string | null) => (span === "lifetime" ? 0 : -Number.parseInt(span ?? "0", 10));

/** A total without a period of its own proves what it grew by between two answers. */
function findGrowth(totals: readonly Told[]): Total[] {
  return [...groupBy(totals, ({ told }) => told.source).values()].flatMap((ofSource) => {
    const spans = [...groupBy(ofSource, ({ told }) => told.span)].sort(
      ([a], [b]) => spanOrder(a) - spanOrder(b),
    );
    const answers = (spans[0]?.[1] ?? []).sort((a, b) => +a.told.receivedAt - +b.told.receivedAt);
    return answers.flatMap((one, index): Total[] => {
      const to = +one.told.receivedAt;
      const amount = one.proof.gross ?? new Decimal(0);
      const before = answers[index - 1];
      const rows = [one];
      if (before) {
        const grown = amount.sub(before.proof.gross ?? 0);
        const from = +before.told.receivedAt - LATE;
        return grown.gt(0)
          ? [{ rows, amount: grown, from, to, doubt: null, since: null, isGrowth: true }]
          : [];
      }
      const since = one.told.firstAt ? +one.told.firstAt : null;
      const doubt = since === null ? "The total may be of earlier deposits." : null;
      return [{ rows, amount, from: since, to, doubt, since, isGrowth: true }];
    });
  });
}

/** What is left of a total without the deposits and smaller totals inside it, which remember that they are. */
function findRest(
  total: Total,
  deposits: readonly Deposit[],
  others: readonly (Total & { left: Decimal })[],
  convert: ConvertAmount | undefined,
): Decimal {
  const [{ row } = { row: null }] = total.rows;
  const rows = total.rows.map((one) => one.row);
  let left = total.amount;
  for (const deposit of deposits) {
    const [first] = deposit.rows;
    // One that two answers could tell is in the growth of one.
    const isTold = deposit.totals.some((one) => total.isGrowth && one.told?.source === row?.told?.source);
    if (!first || isTold || gapOf(total, first.proof) > 0) continue;
    deposit.totals.push(...rows);
    const value = figuresOf(first.proof, row?.currency ?? null, convert)[0]?.value;
    left = value ? left.sub(value) : new Decimal(0);
  }
  for (const other of others)
    if (!isApart(total, other) && gapOf(total, other) <= DAY) left = left.sub(other.left);
  return left;
}

/** What one source adds up is of other money each time. */
const isApart = (a: Total, b: Total): boolean => {
  const [one, other] = [a.rows[0]?.told, b.rows[0]?.told];
  return one?.source === other?.source && one?.money === other?.money;
};

const linesOf = (rows: readonly StatementRow[]): StatementRow[] => [...new Set(rows)];

function toJoined({ rows: [first, ...others], totals }: Deposit): Proof {
  if (!first) throw new Error("A deposit has a row.");
  const isUnsure = [first, ...others].every(({ told }) => told.isPerhapsRepeated);
  const doubt = isUnsure ? "The broker may have said this twice." : null;
  return withRows(first, others, { totals: linesOf(totals), doubt, since: null });
}

/** What is left of a total may be of several deposits. */
function toRest({
  rows: [first, ...others],
  amount,
  left,
  from,
  to,
  doubt,
  since,
}: Total & { left: Decimal }): Proof {
  if (!first) throw new Error("A total has a row.");
  const isWhole = left.eq(amount);
  return {
    ...withRows(first, others, { totals: [], doubt, since }),
    isSum: true,
    isSingle: false,
    gross: left,
    grossNumber: left.toNumber(),
    // The fee and the converted value are the whole row's.
    net: null,
    fee: null,
    converted: isWhole && first.told.money !== "total" ? first.proof.converted : null,
    from,
    to,
  };
}

const withRows = (first: Told, others: readonly Told[], joined: Omit<JoinedRows, "same">): Proof => ({
  ...first.proof,
  neighbour: [first, ...others].every(({ told }) => told.isOfFile) ? first.told.source : null,
  joined: { ...joined, same: others.map(({ proof }) => proof) },
});

/** A reversal that two sources tell is one. */
function joinReversals(rows: readonly StatementRow[]): StatementRow[] {
  const kept: StatementRow[] = [];
  const isTold = (a: StatementRow, b: StatementRow) =>
    a.told?.source !== b.told?.source &&
    gapOf(toSpan(a), toSpan(b)) <= DAY &&
    (a.amount === null || b.amount === null || isAlike(a.amount, b.amount));
  for (const row of rows)
    if (row.kind === "reversal" && !kept.some((one) => isTold(one, row))) kept.push(row);
  return kept;
}

const toSpan = ({ at }: StatementRow): Span => ({ from: at ? +at.from : null, to: at ? +at.to : null });

const isAlike = (a: string, b: string): boolean => {
  const [one, other] = [new Decimal(a).abs(), new Decimal(b).abs()];
  return one.sub(other).abs().lte(one.mul(NEAR));
};
