import { findRows } from "#app/database/rows.server.ts";
import { type Statement, StatementReading } from "#app/models/index.server.ts";
import { fromFacts } from "./columns/stored-row.ts";
import type { StatementRow } from "./matching/types.ts";

/** What lines of a statement say, by line. Of an older file nothing is known until its rows are read again. */
export async function findReadings(
  { id: statementId, workspaceId, readingId }: Pick<Statement, "id" | "workspaceId" | "readingId">,
  lines: readonly number[],
): Promise<Map<number, StatementRow>> {
  if (readingId === null || lines.length === 0) return new Map();
  const found = await findRows(StatementReading, {
    where: { statementId, workspaceId, matchingId: readingId, line: [...lines] },
    attributes: ["line", "facts"],
  });
  return new Map(found.map(({ line, facts }) => [line, fromFacts(line, facts)]));
}
