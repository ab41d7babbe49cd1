import type {
  RowTally,
  StatementColumn,
  StatementKind,
  StatementQuestion,
  StatementResult,
} from "#app/lib/statements.ts";
import type { Statement } from "#app/models/statement.server.ts";
import type { StatementResponse } from "#app/schemas/statements.ts";

/** How a file is read, as it is stored. */
type FileColumns = {
  kind: StatementKind;
  timeZone: string | null;
  headerLine: number | null;
  headRows?: number;
  columns: StatementColumn[];
  questions: StatementQuestion[];
  titles: { account: string | null };
  dateOrder: "day-first" | "month-first";
  mark: "." | ",";
  currency: string | null;
  brand: string | null;
  brands: string[];
};

const NO_TALLY: RowTally = { otherBrandRows: 0, unknownKinds: [] };

type Presented = Pick<
  StatementResponse,
  "kind" | "timeZone" | "headerLine" | "rows" | "columns" | "questions" | "reading" | "sheets"
>;

/** How a statement is read, and what it asks. */
export function presentReading(
  statement: Pick<Statement, "columns" | "sheets" | "sheet" | "state" | "rowCount">,
  result: StatementResult | null,
): Presented {
  const columns = statement.columns === null ? null : (JSON.parse(statement.columns) as FileColumns);
  const sheets = JSON.parse(statement.sheets) as string[];
  const asksSheet = statement.state === "columns" && statement.sheet === null;
  const { otherBrandRows, unknownKinds } = result ?? NO_TALLY;
  return {
    kind: columns?.kind ?? null,
    timeZone: columns?.timeZone ?? null,
    sheets,
    headerLine: columns?.headerLine ?? null,
    rows: result?.rows ?? statement.rowCount - (columns?.headRows ?? 0),
    columns: (columns?.columns ?? []).map(({ index, heading, meaning, from, examples }) => ({
      index,
      heading,
      from,
      examples,
      meaning: meaning ?? "ignore",
    })),
    questions: asksSheet
      ? [{ id: "sheet", about: null, options: sheets, guess: null }]
      : (columns?.questions ?? []),
    reading: columns && {
      account: columns.titles.account,
      dateOrder: columns.dateOrder,
      decimalMark: columns.mark,
      currency: columns.currency,
      brand: columns.brand,
      brands: columns.brands,
      otherBrandRows,
      unknownKinds,
    },
  };
}
