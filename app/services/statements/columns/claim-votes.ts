import { readAccounts, toAccountKey } from "#app/lib/account-keys.ts";
import { DAY } from "#app/lib/dates.ts";
import { COLUMN_ROLES, type ColumnRole } from "#app/lib/statements.ts";
import { parseDate } from "#app/services/tables/columns/dates.ts";
import { parseNumber } from "#app/services/tables/columns/numbers.ts";
import { CELL_LIMITS, type Row } from "#app/services/tables/table.ts";
import { EQUAL } from "../matching/amount.ts";
import type { ClaimFacts } from "../matching/types.ts";

/** What tells the columns of a file from a claim. */
export type VotingClaim = Pick<ClaimFacts, "account" | "amount" | "confirmedAt" | "email" | "clickIds">;

/** How many claims stand in each column, by its index. */
export type ClaimVotes = Record<ColumnRole, Record<number, number>>;

/** The columns that the claims choose. */
export type ClaimChoice = Partial<Record<ColumnRole, number>>;

/** Fewer claims may agree by chance, and so may claims that fit two columns. */
const FOUND_MIN = 5;
const TIMES_THE_NEXT = 2;

/** The column that most claims stand in, where they are enough and the next one has half of them at most. */
export function chooseByVotes(votes: ClaimVotes): ClaimChoice {
  const choice: ClaimChoice = {};
  for (const role of COLUMN_ROLES) {
    const [first, second] = Object.entries(votes[role]).sort((a, b) => b[1] - a[1]);
    if (first && first[1] >= FOUND_MIN && first[1] >= TIMES_THE_NEXT * (second?.[1] ?? 0))
      choice[role] = Number(first[0]);
  }
  return choice;
}

/** Shorter texts are anybody's; of a key in more rows, the first ones tell. */
const KEY_MIN = 4;
const ROWS_MAX = 20;
/** A day further from the confirmation is of something else. */
const NEAR_DAYS = 30;

type Voter = {
  stated: number | null;
  day: number;
  rows: number;
  accounts: Set<number>;
  amounts: Set<number>;
  /** How many days each column is from the confirmation, in its nearest row. */
  days: Map<number, number>;
};

/** Counts in which columns the claims stand, row by row. Neither headings nor meanings are needed. */
export function startVotes(claims: readonly VotingClaim[]): {
  count: (row: Row) => void;
  result: () => ClaimVotes;
} {
  const voters: Voter[] = [];
  const byAccount = new Map<string, Voter[]>();
  const byKey = new Map<string, Voter[]>();
  const add = (to: Map<string, Voter[]>, key: string, voter: Voter) => {
    const found = to.get(key);
    if (found) found.push(voter);
    else to.set(key, [voter]);
  };
  for (const { account, amount, confirmedAt, email, clickIds } of claims) {
    const stated = amount === null ? null : Number(amount);
    const voter: Voter = {
      stated: stated !== null && stated > 0 ? stated : null,
      day: Math.floor(+confirmedAt / DAY),
      rows: 0,
      accounts: new Set(),
      amounts: new Set(),
      days: new Map(),
    };
    voters.push(voter);
    for (const key of account ? readAccounts(account, new Set()) : [])
      if (key.length >= KEY_MIN) add(byAccount, key, voter);
    for (const key of [email?.toLowerCase(), ...clickIds]) if (key) add(byKey, key, voter);
  }
  return {
    count({ cells }) {
      if (voters.length === 0) return;
      const found = new Set<Voter>();
      const texts = cells.map((cell) => String(cell).trim());
      texts.forEach((text, index) => {
        if (text.length < KEY_MIN || text.length > CELL_LIMITS.figure) return;
        for (const voter of byKey.get(text) ?? byKey.get(text.toLowerCase()) ?? []) found.add(voter);
        for (const key of keysOf(text))
          for (const voter of byAccount.get(key) ?? []) {
            voter.accounts.add(index);
            found.add(voter);
          }
      });
      if (found.size === 0) return;
      const figures = cells.map(readFigures);
      const days = cells.map(readDays);
      for (const voter of found) {
        voter.rows += 1;
        if (voter.rows <= ROWS_MAX) vote(voter, figures, days);
      }
    },
    result: () => ({
      account: tally(voters, ({ accounts }) => accounts),
      amount: tally(voters, ({ amounts }) => amounts),
      day: tally(voters, nearestDay),
    }),
  };
}

const DIGITS_LAST = /^[\p{L}\p{N}]{0,10}[-_/ .:#]{0,10}0{0,20}(\d{5,40})$/u;

function keysOf(text: string): string[] {
  const whole = toAccountKey(text);
  const number = DIGITS_LAST.exec(text)?.[1];
  return number && number !== whole ? [whole, number] : [whole];
}

/** A cell with either decimal mark. */
const readFigures = (cell: string | number): number[] =>
  String(cell).length > CELL_LIMITS.figure
    ? []
    : ([".", ","] as const).flatMap((mark) => {
        const figure = parseNumber(cell, mark);
        return figure === null ? [] : [Math.abs(Number(figure))];
      });

/** A cell in either order of day and month. */
const readDays = (cell: string | number): number[] =>
  typeof cell === "number" || cell.length > CELL_LIMITS.figure
    ? []
    : (["day-first", "month-first"] as const).flatMap((order) => {
        const reading = parseDate(cell, { order });
        return "date" in reading && reading.date.precision !== "month"
          ? [Math.floor(Date.parse(`${reading.date.at}Z`) / DAY)]
          : [];
      });

function vote(voter: Voter, figures: readonly number[][], days: readonly number[][]): void {
  const { stated } = voter;
  if (stated !== null)
    figures.forEach((some, index) => {
      if (some.some((figure) => Math.abs(figure - stated) <= stated * EQUAL)) voter.amounts.add(index);
    });
  days.forEach((some, index) => {
    for (const day of some) {
      const distance = Math.abs(voter.day - day);
      if (distance <= (voter.days.get(index) ?? NEAR_DAYS)) voter.days.set(index, distance);
    }
  });
}

/** The column that is nearer than every other one by a day. */
function nearestDay({ days }: Voter): number[] {
  const [first, second] = [...days].sort((a, b) => a[1] - b[1]);
  return first && (second === undefined || second[1] > first[1]) ? [first[0]] : [];
}

function tally(
  voters: readonly Voter[],
  columnsOf: (voter: Voter) => Iterable<number>,
): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const voter of voters) for (const index of columnsOf(voter)) counts[index] = (counts[index] ?? 0) + 1;
  return counts;
}
