import type { ExchangeRates } from "#app/lib/exchange.ts";
import type { ColumnMeaning, StatementResult } from "#app/lib/statements.ts";
import type { ListedFact } from "#app/services/client-facts/read-facts.ts";
import { parseDate } from "#app/services/tables/columns/dates.ts";
import { isTotal } from "#app/services/tables/columns/find-header.ts";
import { parseNumber } from "#app/services/tables/columns/numbers.ts";
import { createSample } from "#app/services/tables/columns/sample-rows.ts";
import { toInterval } from "#app/services/tables/columns/to-interval.ts";
import { openSheet } from "#app/services/tables/reading/open-sheet.ts";
import { type Row, type TableFile, UnreadableTable } from "#app/services/tables/table.ts";
import { startVotes, type VotingClaim } from "../columns/claim-votes.ts";
import type { FileColumns } from "../columns/file-columns.ts";
import { createRowReader } from "../columns/read-rows.ts";
import { recognizeStatement, type StatementFile } from "../columns/recognize-statement.ts";
import { fromKeyFacts, toFacts } from "../columns/stored-row.ts";
import { createRowTally } from "../columns/tally-rows.ts";
import { createConverter } from "../matching/convert.ts";
import { startMatching } from "../matching/match-statement.ts";
import { listRowKeys } from "../matching/row-keys.ts";
import type { ClaimFacts, FileFacts, Neighbour, Reversal, StatementRow } from "../matching/types.ts";
import { describeRows } from "../paid/describe-rows.ts";
import { listClientFacts } from "../paid/list-client-facts.ts";
import { listPaidRows, type PaidRow } from "../paid/list-paid-rows.ts";
import { describeResult, listMatchRows, type MatchRow, type Unreadable } from "./describe-result.ts";

/** What a thread is started with. */
export type Task =
  /** Without a `file` only its rows are wanted. */
  | { kind: "read"; content: Uint8Array; sheet: number | null; file: StatementFile | null }
  | { kind: "recognize"; file: StatementFile }
  | {
      kind: "match";
      columns: FileColumns;
      rates: ExchangeRates;
      /** Claims after it came later than the file. */
      uploadedAt: Date;
      /** Whether the keys of its rows are wanted. */
      hasKeys: boolean;
      /** The broker's other files with deposits. */
      neighbours?: Neighbour[];
      /** Whether what each row says is wanted. */
      hasReadings: boolean;
      /** The period that is known of a file that is deleted. */
      period?: FileFacts["period"];
    };

/** A row with its cells as JSON: texts pass between threads at a fraction of the cost. */
export type StoredRow = { line: number; cells: string };

/** What a thread is given while it works. */
export type TaskInput =
  | { rows: StoredRow[] }
  | { keptRows: StatementRow[] }
  | { claims: ClaimFacts[] }
  /** The last claim was given: which rows of other files are wanted? */
  | { isComplete: true }
  | { neighbourRows: KeyFacts[] }
  /** Before a file is read: what tells its columns. */
  | { voting: VotingClaim[] };

/** What the rows of another file say under one key, as JSON. */
export type KeyFacts = { file: string; key: string; rows: string };

/** What a thread gives, part by part. */
export type Output =
  | { sheets: TableFile["sheets"]; sheet: number | null }
  | { rows: StoredRow[] }
  | { columns: FileColumns }
  | { readings: RowReading[] }
  | { keys: RowKey[] }
  /** Of the rows of other files that are wanted; none for no more. */
  | { neighbourKeys: string[] }
  | { result: MatchingResult }
  | { matches: MatchRow[] }
  | { paid: PaidRow[] }
  | { facts: ListedFact[] };

/** What a row says, as JSON. */
export type RowReading = [line: number, facts: string];

/** A key of rows with what they say, as JSON. */
export type RowKey = [key: string, facts: string];

/** What matching found of the file as a whole. It comes before the matches. */
export type MatchingResult = {
  result: StatementResult & { digest: string };
  reversals: Reversal[];
  /** The claims that came later than the file and that it confirms. */
  laterClaims: string[];
};

/** How many rows, keys or matches a part has: the event loop saves one between two requests. */
const BATCH = 500;

/** Runs a task. Rows of a file come in batches, so that neither side holds them all. */
export async function* runTask(task: Task, inputs: AsyncIterable<TaskInput>): AsyncGenerator<Output> {
  if (task.kind === "read") yield* readFile(task, inputs);
  else if (task.kind === "recognize") yield* recognize(task.file, inputs);
  else yield* match(task, inputs);
}

/** Ends after the sheets where the owner has to choose one. */
async function* readFile(
  { content, sheet: chosen, file }: Task & { kind: "read" },
  inputs: AsyncIterable<TaskInput>,
): AsyncGenerator<Output> {
  const claims: VotingClaim[] = [];
  for await (const input of inputs) if ("voting" in input) claims.push(...input.voting);
  const { sheets, sheet, rows: table } = await openSheet(content, chosen);
  yield { sheets, sheet };
  if (sheet === null) return;
  const sample = createSample();
  const votes = startVotes(claims);
  let rows: StoredRow[] = [];
  for await (const row of table) {
    sample.add(row);
    votes.count(row);
    rows.push({ line: row.line, cells: JSON.stringify(row.cells) });
    if (rows.length < BATCH) continue;
    yield { rows };
    rows = [];
  }
  yield { rows };
  if (file === null) return;
  if (sample.rows().length === 0) throw new UnreadableTable("There are no rows in this file.");
  yield { columns: recognizeStatement(sample.rows(), file, votes.result()) };
}

const readStored = ({ line, cells }: StoredRow): Row => ({ line, cells: JSON.parse(cells) });

async function* recognize(file: StatementFile, inputs: AsyncIterable<TaskInput>): AsyncGenerator<Output> {
  const sample = createSample();
  for await (const input of inputs)
    if ("rows" in input) for (const row of input.rows) sample.add(readStored(row));
  yield { columns: recognizeStatement(sample.rows(), file) };
}

async function* match(
  task: Task & { kind: "match" },
  inputs: AsyncIterable<TaskInput>,
): AsyncGenerator<Output> {
  const { columns, rates, period, uploadedAt, hasKeys, hasReadings } = task;
  const others = collectOthers(columns);
  const spare = collectSpare(columns);
  const facts = { ...toFileFacts(columns, others.columns), spare, neighbours: task.neighbours ?? [] };
  const file = period ? { ...facts, period } : facts;
  const options = { convert: createConverter(rates) };
  const read = createRowReader(columns);
  const tally = createRowTally(columns);
  const rows: StatementRow[] = [];
  const unreadable: Unreadable[] = [];
  const later = new Set<string>();
  let rowsOfClients = 0;
  const keys = hasKeys ? listKeys(rows) : null;
  let wanted: Iterator<string[], undefined> | null = null;
  let matching: ReturnType<typeof startMatching> | null = null;
  // All rows come before the first claim.
  for await (const input of inputs) {
    if ("keptRows" in input) {
      for (const row of input.keptRows) rows.push(row);
      continue;
    }
    if ("rows" in input) {
      const first = rows.length;
      for (const stored of input.rows) {
        const row = readStored(stored);
        if (row.line <= (columns.headerLine ?? 0) || isTotal(row)) continue;
        rowsOfClients += 1;
        if (!tally.count(row)) continue;
        others.add(row);
        spare.add(row);
        const one = read(row);
        if ("row" in one) rows.push(one.row);
        else unreadable.push(one);
      }
      if (hasReadings && rows.length > first)
        yield { readings: rows.slice(first).map((row) => [row.line, toFacts(row)]) };
      continue;
    }
    if ("voting" in input) continue;
    matching ??= startMatching({ rows, file, options });
    if (!("claims" in input)) {
      wanted ??= inBatches(matching.listNeighbourKeys());
      if ("neighbourRows" in input)
        for (const { file: of, key, rows: found } of input.neighbourRows)
          matching.addNeighbourRows({ file: of, key, rows: fromKeyFacts(found) });
      yield { neighbourKeys: wanted.next().value ?? [] };
      continue;
    }
    for (const claim of input.claims) {
      matching.addClaim(claim);
      if (claim.confirmedAt > uploadedAt) later.add(claim.id);
    }
    // They are saved while claims are read.
    const next = keys?.next();
    if (next && !next.done) yield { keys: next.value };
  }
  matching ??= startMatching({ rows, file, options });
  for (const rest of keys ?? []) yield { keys: rest };
  const found = matching.finish();
  const described = describeResult({ found, unreadable, tally: tally.result(), columns: columns.columns });
  const result = { ...described, rows: rowsOfClients };
  const confirmed = found.matches.flatMap(({ group, submissionIds }) =>
    group === "certain" ? submissionIds.filter((id) => later.has(id)) : [],
  );
  yield { result: { result, reversals: found.reversals, laterClaims: confirmed } };
  for (const matches of inBatches(listMatchRows({ found, unreadable, rows, fileKind: file.kind })))
    yield { matches };
  const stated = describeRows(rows, found, columns);
  for (const paid of inBatches(listPaidRows(rows, stated))) yield { paid };
  for (const facts of inBatches(listClientFacts(rows, stated))) yield { facts };
}

function* listKeys(rows: readonly StatementRow[]): Generator<RowKey[], undefined> {
  for (const keys of inBatches(listRowKeys(rows)))
    yield keys.map(([key, facts]) => [key, JSON.stringify(facts)]);
}

function* inBatches<Item>(items: Iterable<Item>): Generator<Item[], undefined> {
  let batch: Item[] = [];
  for (const item of items) {
    batch.push(item);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** A file has few columns in which account numbers could be, and none of them is longer than this. */
const OTHERS_MAX = 10;
const ACCOUNT_MAX = 40;

/** The values of the columns without a meaning, in which the account numbers may be. */
function collectOthers({ columns }: FileColumns) {
  const others = columns
    .filter(({ meaning }) => meaning === null)
    .slice(0, OTHERS_MAX)
    .map(({ index, heading }) => ({ index, heading, values: new Set<string>() }));
  return {
    add({ cells }: Row): void {
      for (const { index, values } of others) {
        const text = String(cells[index] ?? "").trim();
        if (text !== "" && text.length <= ACCOUNT_MAX) values.add(text);
      }
    },
    columns: others,
  };
}

/** The days and figures of columns without a meaning, in which those of the deposits may be. */
function collectSpare({ columns, spare, mark, dateOrder }: FileColumns) {
  const headingOf = (...meanings: ColumnMeaning[]) =>
    columns.find(({ meaning }) => meaning !== null && meanings.includes(meaning))?.heading || null;
  const toColumns = (indexes: readonly number[] = []) =>
    indexes
      .slice(0, OTHERS_MAX)
      .map((index) => ({ index, heading: columns[index]?.heading ?? "", byLine: [] as number[] }));
  const [days, amounts] = [toColumns(spare?.days), toColumns(spare?.amounts)];
  return {
    days,
    amounts,
    current: { day: headingOf("date", "datetime"), amount: headingOf("amount", "gross") },
    add({ line, cells }: Row): void {
      for (const { index, byLine } of days) {
        const reading = parseDate(cells[index] ?? "", { order: dateOrder });
        if ("date" in reading) byLine[line] = Date.parse(`${reading.date.at.slice(0, 10)}Z`);
      }
      for (const { index, byLine } of amounts) {
        const figure = parseNumber(cells[index] ?? "", mark);
        if (figure !== null) byLine[line] = Number(figure);
      }
    },
  };
}

function toFileFacts(
  { kind, titles, timeZone, columns }: FileColumns,
  otherColumns: NonNullable<FileFacts["otherColumns"]>,
): FileFacts {
  const { period } = titles;
  const dayOf = (day: string) =>
    toInterval({ at: `${day}T00:00:00`, precision: "day", offset: null }, timeZone);
  return {
    kind,
    period: period && { from: dayOf(period.from).from, to: dayOf(period.to).to },
    otherColumns,
    isZoneKnown: timeZone !== null,
    hasOnlyCommission: kind === "registrations" && columns.some(({ meaning }) => meaning === "commission"),
  };
}
