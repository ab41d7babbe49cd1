import Decimal from "decimal.js-light";
import { DAY, HOUR } from "#app/lib/dates.ts";
import type { ClientFactGrain, EvidenceSource } from "#app/lib/evidence.ts";
import { groupBy } from "#app/lib/group-by.ts";

/** What a source says of a client: a fact, or without a kind what it pays. */
type CountedRow = {
  clientHash: string;
  /** Who is known to be the client, where several hashes may be one's. */
  client?: string;
  kind?: string;
  source: EvidenceSource;
  grain: ClientFactGrain;
  day: string;
  lastDay: string | null;
  coversFrom: string | null;
  coversTo: string | null;
  /** When the file was uploaded, or the postback or answer came. */
  saidAt: Date;
  matchingId: string | null;
  fileName?: string;
  line: number;
  amount: string | null;
  currency: string | null;
  paid?: string;
  paidCurrency?: string | null;
  lots?: string | null;
  trades?: number | null;
  atFrom?: Date;
  atTo?: Date;
};

/**
 * Leaves out what several sources of a broker say of the same. What a file covers of a client, postbacks and APIs do
 * not say. Of rows that are alike in several files the later file's count, and so do its sums of the same days; where
 * files add up differently, as transactions and sums do, a client's month is the latest file's.
 */
export function countOnce<Row extends CountedRow>(rows: readonly Row[]): Row[] {
  const topicOf = ({ kind }: Row) => (kind === "first_deposit" ? "deposit" : kind);
  const groups = groupBy(rows, (row) => `${row.client ?? row.clientHash} ${topicOf(row)}`);
  return [...groups.values()]
    .flatMap((own) => {
      const [ofFiles = [], others = []] = [true, false].map((isOfFile) =>
        own.filter(({ source }) => (source === "statement") === isOfFile),
      );
      const counted = [...groupBy(ofFiles, ({ clientHash }) => clientHash).values()].flatMap(countFiles);
      return [...counted, ...(others.length > 0 ? countOthers(others, counted) : [])];
    })
    .sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0) || a.line - b.line);
}

const newestFirst = (a: CountedRow, b: CountedRow) => {
  const [fileOfA, fileOfB] = [fileOf(a), fileOf(b)];
  return +b.saidAt - +a.saidAt || (fileOfA < fileOfB ? -1 : fileOfA > fileOfB ? 1 : 0) || a.line - b.line;
};
const fileOf = ({ fileName = "", matchingId }: CountedRow) => `${fileName} ${matchingId}`;

const isSum = ({ grain }: CountedRow) => grain === "daySum" || grain === "monthSum";
/** A sum of a month that was stored before says no last day. */
const lastDayOf = ({ day, lastDay, grain }: CountedRow) =>
  lastDay ?? (grain === "monthSum" ? `${day.slice(0, 7)}-31` : day);
const isOverlapping = (a: CountedRow, b: CountedRow) => a.day <= lastDayOf(b) && b.day <= lastDayOf(a);

/** The rows of one client in files. */
function countFiles<Row extends CountedRow>(rows: readonly Row[]): Row[] {
  const grains = new Map<string, ClientFactGrain>();
  const counted = new Map<string, Row>();
  const times = new Map<string, number>();
  const sums: Row[] = [];
  for (const row of rows.toSorted(newestFirst)) {
    const month = row.day.slice(0, 7);
    const grain = grains.get(month) ?? row.grain;
    grains.set(month, grain);
    if (grain !== row.grain) continue;
    if (isSum(row)) {
      if (!sums.some((sum) => !isSameFile(sum, row) && isOverlapping(sum, row))) sums.push(row);
      continue;
    }
    const content = [row.day, Number(row.amount), row.currency, row.lots ?? "", row.trades ?? ""].join(" ");
    const file = `${+row.saidAt} ${fileOf(row)} ${content}`;
    const nth = (times.get(file) ?? 0) + 1;
    times.set(file, nth);
    const key = `${content} ${nth}`;
    if (!counted.has(key)) counted.set(key, row);
  }
  return [...counted.values(), ...sums];
}

const isSameFile = (a: CountedRow, b: CountedRow) => +a.saidAt === +b.saidAt && fileOf(a) === fileOf(b);

/** The rows of one client in postbacks and answers of APIs, beside what files say of them. */
function countOthers<Row extends CountedRow>(rows: readonly Row[], files: readonly Row[]): Row[] {
  const covered = [...new Map(files.map(coverOf)).values()];
  const left = takeOff(
    rows.filter(({ day }) => !covered.some(({ from, to }) => from <= day && day <= to)),
    files,
  ).sort(newestFirst);
  const isFirst = ({ kind }: Row) => kind === "first_deposit";
  const singles = left.filter((row) => row.grain === "transaction" && !isFirst(row));
  const counted: Row[] = [];
  for (const ofSource of groupBy(singles, ({ source }) => source).values())
    counted.push(...takeOff(ofSource, counted));
  const free = new Set(counted);
  for (const growth of left.filter(({ grain }) => grain === "growth")) {
    const amount = takeSinglesOff(growth, free);
    if (amount !== null) counted.push({ ...growth, amount });
  }
  for (const sum of left.filter(isSum))
    if (!counted.some((one) => isOfSame(one, sum) && isOverlapping(one, sum))) counted.push(sum);
  for (const first of left.filter(isFirst))
    if (![...files, ...counted].some((one) => isOfSame(one, first) && isNear(one, first)))
      counted.push(first);
  return counted;
}

/** A file says all of a client in its days; one that does not say which these are, in the month. */
function coverOf({ day, grain, coversFrom, coversTo }: CountedRow): [string, { from: string; to: string }] {
  const isSaid = coversFrom !== null && coversTo !== null && grain !== "registration";
  const month = day.slice(0, 7);
  const cover = isSaid ? { from: coversFrom, to: coversTo } : { from: `${month}-01`, to: `${month}-31` };
  return [`${cover.from} ${cover.to}`, cover];
}

/** One source names a client in one way: with another name it means another account. */
const isOfSame = (a: CountedRow, b: CountedRow): boolean =>
  a.source !== b.source || a.clientHash === b.clientHash;

/** The rows without those that are the same money as one of the others, each of which stands for one. */
function takeOff<Row extends CountedRow>(rows: readonly Row[], others: readonly Row[]): Row[] {
  const free = new Set(others.filter((row) => !isSum(row)));
  return rows.filter((row) => {
    if (row.grain === "growth") return true;
    const same = [...free].find((other) => isNear(row, other) && isAlike(row, other));
    if (same) free.delete(same);
    return !same;
  });
}

const timeOf = (day: string) => Date.parse(`${day}T00:00:00Z`);

/** Days of two time zones may be apart by one. */
const isNear = (a: CountedRow, b: CountedRow): boolean =>
  timeOf(a.day) <= timeOf(lastDayOf(b)) + DAY && timeOf(b.day) <= timeOf(lastDayOf(a)) + DAY;

/** What sources may round, convert or take off. */
const ALIKE = 0.1;

/** What cannot be compared counts as alike: one thing too many is worse than one too few. */
function isAlike(a: CountedRow, b: CountedRow): boolean {
  if ((a.lots ?? null) !== null && (b.lots ?? null) !== null) return isAbout(a.lots, b.lots);
  const [own, other] = [moneyOf(a), moneyOf(b)];
  if (own.amount === null || other.amount === null || own.currency !== other.currency) return true;
  return isAbout(own.amount, other.amount);
}

const moneyOf = ({ amount, currency, paid, paidCurrency }: CountedRow) =>
  paid === undefined ? { amount, currency } : { amount: paid, currency: paidCurrency };

function isAbout(a: string | null | undefined, b: string | null | undefined): boolean {
  const [own, other] = [Number(a), Number(b)];
  return Math.abs(own - other) <= ALIKE * Math.max(Math.abs(own), Math.abs(other));
}

/** An answer may be an hour late. */
const LATE_MS = HOUR;

/** What a total grew by without the deposits that another source names, each taken off once; null for nothing. */
function takeSinglesOff<Row extends CountedRow>(growth: Row, free: Set<Row>): string | null {
  const { atFrom, atTo, amount, currency, source } = growth;
  if (amount === null || !atFrom || !atTo) return null;
  const inside = [...free].filter(
    (one) =>
      one.source !== source && one.atFrom && one.atTo && +one.atTo >= +atFrom - LATE_MS && one.atFrom <= atTo,
  );
  for (const one of inside) free.delete(one);
  if (inside.some((one) => one.amount === null || one.currency !== currency)) return null;
  const rest = inside.reduce((left, one) => left.minus(one.amount ?? 0), new Decimal(amount));
  return rest.gt(new Decimal(amount).mul(ALIKE)) ? rest.toFixed() : null;
}
