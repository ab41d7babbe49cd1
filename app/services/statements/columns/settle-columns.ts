import type { ColumnMeaning, ColumnRole, StatementColumn } from "#app/lib/statements.ts";
import { type DateOrder, judgeDates, parseDate } from "#app/services/tables/columns/dates.ts";
import { judgeNumbers } from "#app/services/tables/columns/numbers.ts";
import {
  type ColumnCandidate,
  type RecognizedColumn,
  WHOLE,
} from "#app/services/tables/columns/recognize-columns.ts";
import type { Cell } from "#app/services/tables/table.ts";
import type { ClaimVotes } from "./claim-votes.ts";
import { DAYS_OF_ROWS, type DayKind, isNoAmount, isOfOne, isOtherDay, tellDay } from "./meanings.ts";
import { AMOUNTS, isSumHeading } from "./tell-kind.ts";

type Column = RecognizedColumn<ColumnMeaning>;

export const ROLE_MEANINGS: Readonly<Record<ColumnRole, readonly ColumnMeaning[]>> = {
  account: ["account"],
  amount: AMOUNTS,
  day: ["datetime", "date", "time"],
};

/** Columns of which each could have a role. */
export type Rivals = Record<ColumnRole, number[]>;

type CellsAt = (index: number) => readonly Cell[];

/** Days by how likely they are those of a first deposit, the likeliest last. */
const DAYS_OF_FIRST: readonly DayKind[] = ["last", "created", "qualified", "any", "deposit", "first"];

/** Chooses among columns whose headings fit the same role, and says between which the headings do not tell. */
export function settleColumns(
  recognized: readonly Column[],
  candidates: readonly ColumnCandidate<ColumnMeaning>[],
  cellsAt: CellsAt,
): { columns: Column[]; rivals: Rivals } {
  const amount = recognized.find(({ meaning }) => meaning !== null && AMOUNTS.includes(meaning));
  const days = chooseDay(candidates, amount, (index) => recognized[index]?.heading ?? "");
  const [day] = days;
  const columns = recognized.map((column) => {
    const { index, meaning, heading } = column;
    if (index === day?.index) return { ...column, meaning: day.meaning, from: day.from };
    // The number of all deposits says nothing of the first one.
    const isCountOfAll = meaning === "count" && amount && isOfOne(amount.heading) && !isOfOne(heading);
    const isOtherDay = day !== undefined && (meaning === "date" || meaning === "datetime");
    return isCountOfAll || isOtherDay ? { ...column, meaning: null, from: null } : column;
  });
  if (day && isAccountCreated(day.index, columns, amount, cellsAt)) {
    const found = columns[day.index];
    if (found) Object.assign(found, { meaning: "registeredAt" });
  }
  const rivalsOf = (meaning: ColumnMeaning, isSame: (one: Cell, other: Cell) => boolean) =>
    findRivals(columns, candidates, { meaning, isSame }, cellsAt);
  return {
    columns,
    rivals: {
      account: rivalsOf("account", (one, other) => String(one) === String(other)),
      amount: rivalsOf("amount", (one, other) => String(one) === String(other)),
      day:
        days.length > 1 && columns[day?.index ?? -1]?.meaning !== "registeredAt"
          ? days.map(({ index }) => index)
          : [],
    },
  };
}

/** The best columns of days, the first of which is taken. */
function chooseDay(
  candidates: readonly ColumnCandidate<ColumnMeaning>[],
  amount: Column | undefined,
  headingAt: (index: number) => string,
): ColumnCandidate<ColumnMeaning>[] {
  const order = amount && isOfOne(amount.heading) ? DAYS_OF_FIRST : DAYS_OF_ROWS;
  const days = candidates.filter(
    ({ meaning, isEmpty }) => !isEmpty && (meaning === "date" || meaning === "datetime"),
  );
  const named = days.filter(({ from }) => from === "heading");
  const worth = ({ index, meaning }: ColumnCandidate<ColumnMeaning>) =>
    order.indexOf(tellDay(headingAt(index))) + (meaning === "datetime" ? 0.5 : 0);
  const best = Math.max(...named.map(worth));
  if (named.length === 0) return days;
  return named
    .filter((one) => Math.floor(worth(one)) === Math.floor(best))
    .sort((a, b) => worth(b) - worth(a));
}

/** Beside the sums of each account, the day on which it was made. */
function isAccountCreated(
  index: number,
  columns: readonly Column[],
  amount: Column | undefined,
  cellsAt: CellsAt,
): boolean {
  if (!amount || tellDay(columns[index]?.heading ?? "") !== "created") return false;
  const account = columns.find(({ meaning }) => meaning === "account");
  const accounts = account ? cellsAt(account.index).filter((cell) => cell !== "") : [];
  const isOnePerAccount = accounts.length > 0 && new Set(accounts.map(String)).size === accounts.length;
  return isSumHeading(amount.heading) && isOnePerAccount;
}

/** Other columns that fit as well by their headings, and say something else. */
function findRivals(
  columns: readonly Column[],
  candidates: readonly ColumnCandidate<ColumnMeaning>[],
  { meaning, isSame }: { meaning: ColumnMeaning; isSame: (one: Cell, other: Cell) => boolean },
  cellsAt: CellsAt,
): number[] {
  const own = columns.find((column) => column.meaning === meaning && column.from === "heading");
  const fits = candidates.filter((one) => one.meaning === meaning && one.from === "heading" && !one.isEmpty);
  const chosen = fits.find(({ index }) => index === own?.index);
  if (!own || !chosen) return [];
  const cells = cellsAt(own.index);
  const others = fits.filter(({ index, rank, fit }) => {
    if (index === own.index || rank !== chosen.rank || fit >= WHOLE !== chosen.fit >= WHOLE) return false;
    // A column with another meaning of its own is taken.
    if (columns[index]?.meaning !== null) return false;
    const theirs = cellsAt(index);
    return cells.some((cell, at) => !isSame(cell, theirs[at] ?? ""));
  });
  return others.length > 0 ? [own.index, ...others.map(({ index }) => index)] : [];
}

/** Without columns that hold something else, whatever stands in them. */
export function keepEligible(votes: ClaimVotes, columns: readonly Column[]): ClaimVotes {
  const isEligible: Record<ColumnRole, (column: Column) => boolean> = {
    account: ({ meaning }) => meaning === null || !OF_PERSONS.includes(meaning),
    amount: ({ meaning, heading }) =>
      !isNoAmount(heading) && (meaning === null || meaning === "count" || AMOUNTS.includes(meaning)),
    day: ({ meaning, heading }) => meaning !== "registeredAt" && !isOtherDay(heading),
  };
  const keep = (role: ColumnRole) =>
    Object.fromEntries(
      Object.entries(votes[role]).filter(([index]) => {
        const column = columns[Number(index)];
        return column !== undefined && isEligible[role](column);
      }),
    );
  return { account: keep("account"), amount: keep("amount"), day: keep("day") };
}

const OF_PERSONS: readonly ColumnMeaning[] = [
  ...(["email", "emailMasked", "emailSha256", "emailMd5", "phone", "phoneEnding", "submissionId"] as const),
];

type Told = Omit<Column, "from"> & { from: StatementColumn["from"] };

/** Gives a role to the column that the claims chose. Whatever had it before has no meaning then. */
export function applyChoice(
  columns: Told[],
  role: ColumnRole,
  index: number | undefined,
  cellsAt: CellsAt,
): Told[] {
  const chosen = columns.find((column) => column.index === index);
  const kept = role === "account" ? [...ROLE_MEANINGS.account, "userName"] : ROLE_MEANINGS[role];
  if (!chosen || (chosen.meaning !== null && kept.includes(chosen.meaning))) return columns;
  const meaning = role === "day" ? (hasTimes(cellsAt(chosen.index)) ? "datetime" : "date") : role;
  return columns.map((column) => {
    if (column === chosen) return { ...column, meaning, from: "claims" };
    const isBefore = column.meaning !== null && ROLE_MEANINGS[role].includes(column.meaning);
    return isBefore && column.meaning !== "amountConverted"
      ? { ...column, meaning: null, from: null }
      : column;
  });
}

/** What is said of the columns by whoever gives a role to one: its meaning, and which ones have none then. */
export function listChoice(
  columns: StatementColumn[],
  role: ColumnRole,
  index: number,
): { index: number; meaning: ColumnMeaning | "ignore" }[] {
  const before = new Map(columns.map((column) => [column.index, column.meaning]));
  const chosen = applyChoice(columns, role, index, (at) => columns[at]?.examples ?? []);
  return chosen
    .filter((column) => column.index === index || column.meaning !== before.get(column.index))
    .map((column) => ({ index: column.index, meaning: column.meaning ?? "ignore" }));
}

const hasTimes = (cells: readonly Cell[]) => cells.some((cell) => /\d:\d{2}/.test(String(cell)));

/** How far the days of two columns are apart where they tell a claim's time differently. */
const SAME_DAYS_SHARE = 0.9;

/** Whether columns of days say nearly the same, so that any of them is right. */
export function haveSameDays(indexes: readonly number[], order: DateOrder, cellsAt: CellsAt): boolean {
  const [first = [], ...others] = indexes.map((index) =>
    cellsAt(index).map((cell) => {
      const reading = parseDate(cell, { order });
      return "date" in reading ? reading.date.at.slice(0, 10) : null;
    }),
  );
  return others.every((days) => {
    const both = days.filter((day, at) => day !== null && first[at] !== null && first[at] !== undefined);
    const same = days.filter((day, at) => day !== null && day === first[at]);
    return same.length >= both.length * SAME_DAYS_SHARE;
  });
}

/** Columns of days and figures without a meaning, one of which may be meant instead. */
export type SpareColumns = { days: number[]; amounts: number[] };

export function findSpare(
  columns: readonly Pick<Column, "index" | "heading" | "meaning">[],
  cellsAt: CellsAt,
): SpareColumns {
  const spare = columns.filter(({ meaning }) => meaning === null);
  const cellsOf = (index: number) => cellsAt(index).filter((cell) => cell !== "");
  const days = spare.filter(
    ({ index, heading }) => !isOtherDay(heading) && judgeDates(cellsOf(index)).share >= 0.5,
  );
  const amounts = spare.filter(
    (column) =>
      !days.includes(column) &&
      !isNoAmount(column.heading) &&
      judgeNumbers(cellsOf(column.index)).share >= 0.5,
  );
  return { days: days.map(({ index }) => index), amounts: amounts.map(({ index }) => index) };
}
