import { QueryTypes } from "sequelize";
import { expect } from "vitest";
import { sequelize } from "#app/database/connection.server.ts";
import { checkTotals } from "#app/services/submissions/check-totals.server.ts";
import { readTotals } from "./totals.ts";

/** The totals are what counting the submissions anew gives. */
export async function expectTotalsToBeTrue(): Promise<void> {
  const { stored, counted } = await readTotals();
  expect(stored).toEqual(counted);
  expect(await checkTotals()).toBe(0);
}

export async function countViews(workspaceId: string): Promise<number> {
  const counted = await sequelize.query<{ count: number }>(
    "SELECT `count` FROM viewTotals WHERE workspaceId = :workspaceId",
    {
      type: QueryTypes.SELECT,
      replacements: { workspaceId },
    },
  );
  return counted.reduce((sum, { count }) => sum + count, 0);
}
