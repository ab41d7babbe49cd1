import { Op } from "sequelize";
import { retryRead } from "#app/database/connection.server.ts";
import { findRows } from "#app/database/rows.server.ts";
import { Evidence } from "#app/models/index.server.ts";

type Line = { statementId: string | null; line: number };

/**
 * The claims that people decided by the lines of these rows, which matching may not have found in them.
 * @returns what gives those of a row
 */
export async function findDecided(
  workspaceId: string,
  rows: readonly Line[],
): Promise<(row: Line) => string[]> {
  const statementIds = new Set(rows.flatMap(({ statementId }) => statementId ?? []));
  if (statementIds.size === 0) return () => [];
  const evidence = await retryRead(() =>
    findRows(Evidence, {
      where: { workspaceId, statementId: [...statementIds], decides: { [Op.ne]: null } },
      attributes: ["decides", "statementId", "lines"],
    }),
  );
  const decided = new Map<string, string[]>();
  for (const { decides, statementId, lines } of evidence)
    for (const line of JSON.parse(lines) as number[]) {
      const key = `${statementId} ${line}`;
      decided.set(key, [...(decided.get(key) ?? []), decides as string]);
    }
  return ({ statementId, line }) => decided.get(`${statementId} ${line}`) ?? [];
}
