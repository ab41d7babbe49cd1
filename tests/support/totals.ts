import { QueryTypes } from "sequelize";
import { sequelize } from "#app/database/connection.server.ts";

type Row = Record<string, unknown>;
const ownRows = (statement: string) => sequelize.query<Row>(statement, { type: QueryTypes.SELECT });
const plain = (list: Row[]) =>
  list.map((row) => ({ ...row, total: Number(row.total) })).filter(({ total }) => total !== 0);

/** The totals as they are stored, and as counting the submissions anew gives them; of another database by `rows`. */
export async function readTotals(rows = ownRows): Promise<{ stored: Row[]; counted: Row[] }> {
  const places = "workspaceId, day, platformId, status";
  const stored = await rows(
    `SELECT ${places}, eventStatus, SUM(\`count\`) AS total FROM submissionTotals GROUP BY ${places}, eventStatus ORDER BY ${places}, eventStatus`,
  );
  const counted = await rows(
    `SELECT ${places}, COALESCE(eventStatus, 'none') AS eventStatus, COUNT(*) AS total FROM submissions GROUP BY ${places}, COALESCE(eventStatus, 'none') ORDER BY ${places}, COALESCE(eventStatus, 'none')`,
  );
  return { stored: plain(stored), counted: plain(counted) };
}
