import { retryRead } from "#app/database/connection.server.ts";
import { shownMatching } from "#app/database/queries/statement-matches.server.ts";
import { type Statement, StatementMatch } from "#app/models/index.server.ts";
import { CHUNK } from "./find-items.server.ts";
import { findReadings } from "./find-readings.server.ts";

/** More than these nobody copies from a page. */
const LISTED_MAX = 2_000;

/** What a file calls the clients whom nobody claimed: account number, otherwise user name, email, phone or name. */
export async function listUnclaimed(statement: Statement): Promise<string[]> {
  const { id: statementId, workspaceId } = statement;
  const matches = await retryRead(() =>
    StatementMatch.findAll({
      where: {
        statementId,
        workspaceId,
        matchGroup: "unmatchedRows",
        matchingId: shownMatching(statementId),
      },
      attributes: ["lines"],
      order: [["number", "ASC"]],
      limit: LISTED_MAX,
      raw: true,
    }),
  );
  const firstLines = matches.flatMap(({ lines }) => (JSON.parse(lines) as number[]).slice(0, 1));
  const names: string[] = [];
  for (let at = 0; at < firstLines.length; at += CHUNK) {
    const lines = firstLines.slice(at, at + CHUNK);
    const rows = await retryRead(() => findReadings(statement, lines));
    for (const line of lines.toSorted((a, b) => a - b)) {
      const row = rows.get(line);
      const shown = row && (row.account ?? row.userName ?? row.email ?? row.phone ?? row.name);
      if (shown) names.push(shown);
    }
  }
  return names;
}
