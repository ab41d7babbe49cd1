import { QueryTypes } from "sequelize";
import { expect } from "vitest";
import { sequelize } from "#app/database/connection.server.ts";
import { checkTotals } from "#app/services/submissions/check-totals.server.ts";

type Row = Record<string, string | number>;
const rows = (statement: string) => sequelize.query<Row>(statement, { type: QueryTypes.SELECT });
const plain = (list: Row[]) =>
  list.map((row) => ({ ...row, total: Number(row.total) })).filter(({ total }) => total !== 0);

/** The totals are what counting the submissions anew gives. */
export async function expectTotalsToBeTrue(): Promise<void> {
  const places = "workspaceId, day, platformId, status";
  expect(
    plain(
      await rows(
        `SELECT ${places}, eventStatus, SUM(\`count\`) AS total FROM submissionTotals GROUP BY ${places}, eventStatus ORDER BY ${places}, eventStatus`,
      ),
    ),
  ).toEqual(
    plain(
      await rows(
        `SELECT ${places}, COALESCE(eventStatus, 'none') AS eventStatus, COUNT(*) AS total FROM submissions GROUP BY ${places}, COALESCE(eventStatus, 'none') ORDER BY ${places}, COALESCE(eventStatus, 'none')`,
      ),
    ),
  );
  expect(await checkTotals()).toBe(0);
}

export async function viewsOf(workspaceId: string): Promise<number> {
  const counted = await sequelize.query<{ count: number }>(
    "SELECT `count` FROM viewTotals WHERE workspaceId = :workspaceId",
    {
      type: QueryTypes.SELECT,
      replacements: { workspaceId },
    },
  );
  return counted.reduce((sum, { count }) => sum + count, 0);
}
