import { type ExchangeRates, exchange, rateBetween } from "#app/lib/exchange.ts";
import type { RowTally } from "#app/lib/statements.ts";
import { isTotal } from "#app/services/tables/columns/find-header.ts";
import { createSample } from "#app/services/tables/columns/sample-rows.ts";
import { toInterval } from "#app/services/tables/columns/to-interval.ts";
import { openTableFile } from "#app/services/tables/reading/open-table-file.ts";
import { type Row, type TableFile, UnreadableTable } from "#app/services/tables/table.ts";
import type { FileColumns } from "../columns/file-columns.ts";
import { createRowReader } from "../columns/read-rows.ts";
import { recognizeStatement, type StatementFile } from "../columns/recognize-statement.ts";
import { createRowTally } from "../columns/tally-rows.ts";
import { startMatching } from "../matching/match-statement.ts";
import { listRowKeys, type RowFacts } from "../matching/row-keys.ts";
import type {
  ClaimFacts,
  ConvertAmount,
  FileFacts,
  StatementMatching,
  StatementRow,
} from "../matching/types.ts";
import { listPaidRows, type PaidRow } from "../paid/list-paid-rows.ts";

/** What a thread is started with. */
export type Task =
  /** Without a `file` only its rows are wanted. */
  | { kind: "read"; content: Uint8Array; sheet: number | null; file: StatementFile | null }
  | { kind: "recognize"; file: StatementFile }
  | {
      kind: "match";
      columns: FileColumns;
      rates: ExchangeRates;
      /** The period that is known of a file that is deleted. */
      period?: FileFacts["period"];
    };

/** What a thread is given while it works. */
export type TaskInput = { rows: Row[] } | { keptRows: StatementRow[] } | { claims: ClaimFacts[] };

/** What a thread gives, part by part. */
export type Output =
  | { sheets: TableFile["sheets"]; sheet: number | null }
  | { rows: Row[] }
  | { columns: FileColumns }
  | { keys: [key: string, rows: RowFacts[]][] }
  | { unreadable: Unreadable[]; tally: RowTally; matching: StatementMatching; paid: PaidRow[] };

export type Unreadable = { line: number; problem: string };

const BATCH = 1_000;

/** Runs a task. Rows of a file come in batches, so that neither side holds them all. */
export async function* runTask(task: Task, inputs: AsyncIterable<TaskInput>): AsyncGenerator<Output> {
  if (task.kind === "read") yield* readFile(task);
  else if (task.kind === "recognize") yield* recognize(task.file, inputs);
  else yield* match(task, inputs);
}

/** Ends after the sheets where the owner has to choose one. */
async function* readFile({ content, sheet: chosen, file }: Task & { kind: "read" }): AsyncGenerator<Output> {
  const { buffer, byteOffset, byteLength } = content;
  const opened = await openTableFile(Buffer.from(buffer, byteOffset, byteLength));
  const shown = [...opened.sheets.keys()].filter((index) => !opened.sheets[index]?.isHidden);
  const sheet = chosen ?? (shown.length === 1 ? (shown[0] ?? 0) : null);
  yield { sheets: opened.sheets, sheet };
  if (sheet === null) return;
  const sample = createSample();
  let rows: Row[] = [];
  for await (const row of opened.rows(sheet)) {
    sample.add(row);
    rows.push(row);
    if (rows.length < BATCH) continue;
    yield { rows };
    rows = [];
  }
  yield { rows };
  if (file === null) return;
  if (sample.rows().length === 0) throw new UnreadableTable("There are no rows in this file.");
  yield { columns: recognizeStatement(sample.rows(), file) };
}

async function* recognize(file: StatementFile, inputs: AsyncIterable<TaskInput>): AsyncGenerator<Output> {
  const sample = createSample();
  for await (const input of inputs) if ("rows" in input) for (const row of input.rows) sample.add(row);
  yield { columns: recognizeStatement(sample.rows(), file) };
}

async function* match(
  { columns, rates, period }: Task & { kind: "match" },
  inputs: AsyncIterable<TaskInput>,
): AsyncGenerator<Output> {
  const others = collectOthers(columns);
  const facts = toFileFacts(columns, others.columns);
  const file = period ? { ...facts, period } : facts;
  const options = { convert: createConverter(rates) };
  const read = createRowReader(columns);
  const tally = createRowTally(columns);
  const rows: StatementRow[] = [];
  const unreadable: Unreadable[] = [];
  let matching: ReturnType<typeof startMatching> | null = null;
  // All rows come before the first claim.
  for await (const input of inputs) {
    if ("keptRows" in input) {
      rows.push(...input.keptRows);
      continue;
    }
    if ("rows" in input) {
      for (const row of input.rows) {
        if (row.line <= (columns.headerLine ?? 0) || isTotal(row) || !tally.count(row)) continue;
        others.add(row);
        const one = read(row);
        if ("row" in one) rows.push(one.row);
        else unreadable.push(one);
      }
      continue;
    }
    matching ??= startMatching({ rows, file, options });
    for (const claim of input.claims) matching.addClaim(claim);
  }
  matching ??= startMatching({ rows, file, options });
  const keys = [...listRowKeys(rows)];
  for (let at = 0; at < keys.length; at += BATCH) yield { keys: keys.slice(at, at + BATCH) };
  const found = matching.finish();
  yield { unreadable, tally: tally.result(), matching: found, paid: listPaidRows(rows, found, columns) };
}

/** Converts at today's rates, which are near enough to those of the last weeks. */
function createConverter(rates: ExchangeRates): ConvertAmount {
  const known = new Map<string, string | null>();
  return (amount, from, to) => {
    const pair = `${from} ${to}`;
    const rate = known.get(pair) ?? rateBetween(from, to, rates);
    known.set(pair, rate);
    return rate && exchange(amount, rate, to);
  };
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

function toFileFacts(
  { kind, titles, timeZone }: FileColumns,
  otherColumns: NonNullable<FileFacts["otherColumns"]>,
): FileFacts {
  const { period } = titles;
  const dayOf = (day: string) =>
    toInterval({ at: `${day}T00:00:00`, precision: "day", offset: null }, timeZone);
  return {
    kind,
    period: period && { from: dayOf(period.from).from, to: dayOf(period.to).to },
    otherColumns,
  };
}
