import { Op } from "sequelize";
import { retryRead } from "#app/database/connection.server.ts";
import { shownMatching } from "#app/database/queries/statement-matches.server.ts";
import { type Statement, StatementLine, StatementMatch } from "#app/models/index.server.ts";
import type { FileColumns } from "./columns/file-columns.ts";
import { createRowReader } from "./columns/read-rows.ts";
import { CHUNK } from "./find-items.server.ts";

/** More than these nobody copies from a page. */
const LISTED_MAX = 2_000;

/** What a file calls the clients whom nobody claimed: account number, otherwise user name, email, phone or name. */
export async function listUnclaimed({ id: statementId, workspaceId, columns }: Statement): Promise<string[]> {
  if (columns === null) return [];
  const read = createRowReader(JSON.parse(columns) as FileColumns);
  const matches = await retryRead(() =>
    StatementMatch.findAll({
      where: {
        ...{ statementId, workspaceId, matchGroup: "unmatchedRows" },
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
    const rows = await retryRead(() =>
      StatementLine.findAll({
        where: { statementId, line: { [Op.in]: firstLines.slice(at, at + CHUNK) } },
        order: [["line", "ASC"]],
        raw: true,
      }),
    );
    for (const { line, cells } of rows) {
      const one = read({ line, cells: JSON.parse(cells) });
      if (!("row" in one)) continue;
      const { account, userName, email, phone, name } = one.row;
      const shown = account ?? userName ?? email ?? phone ?? name;
      if (shown !== null) names.push(shown);
    }
  }
  return names;
}
