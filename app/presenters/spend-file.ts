import type { SpendImport } from "#app/models/spend-import.server.ts";
import type { SpendImportResponse } from "#app/schemas/spend.ts";

type Presented = Pick<SpendImportResponse, "sheets" | "sheet" | "columns" | "questions" | "result">;

/** The parts of a stored reading that are shown. */
type Stored = {
  columns: (Omit<Presented["columns"][number], "meaning"> & {
    meaning: Presented["columns"][number]["meaning"] | null;
  })[];
  questions: Presented["questions"];
};

/** How a file of spend is read, what it asks and what came of it. */
export function presentSpendFile(found: SpendImport): Presented {
  const sheets = JSON.parse(found.sheets ?? "[]") as string[];
  const reading = found.columns === null ? null : (JSON.parse(found.columns) as Stored);
  const result = found.result === null ? null : (JSON.parse(found.result) as Presented["result"]);
  const asked = reading?.questions ?? [{ id: "sheet", about: null, options: sheets, guess: null }];
  return {
    sheets,
    sheet: found.sheet,
    columns: (reading?.columns ?? []).map(({ index, heading, meaning, from, examples }) => ({
      ...{ index, heading, from, examples, meaning: meaning ?? "ignore" },
    })),
    questions: found.state === "columns" ? (asked as Presented["questions"]) : [],
    result: result && {
      saved: result.saved,
      replaced: result.replaced,
      skipped: result.skipped,
      empty: result.empty,
      unreadable: result.unreadable,
      unreadableCount: result.unreadableCount,
      newAccounts: result.newAccounts,
    },
  };
}
