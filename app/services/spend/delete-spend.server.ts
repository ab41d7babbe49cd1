import type { Attributes, Transaction, WhereOptions } from "sequelize";
import { lockRow } from "#app/database/lock-rows.server.ts";
import { markDays } from "#app/database/queries/day-marks.server.ts";
import { groupBy } from "#app/lib/group-by.ts";
import { SpendReport, SpendRow, Workspace } from "#app/models/index.server.ts";
import { workOutSpend } from "./counting/work-out-spend.server.ts";

/** A workspace comes before its rows in the order of locks, and two readings of one day wait for each other. */
export const lockSpend = (workspaceId: string, transaction: Transaction) =>
  lockRow(Workspace, { where: { id: workspaceId }, attributes: ["id"], transaction });

type Which = { workspaceId: string } & Partial<
  Pick<Attributes<SpendReport>, "importId" | "origin" | "adPlatform" | "accountId" | "day">
>;

/** Deletes what a file, an account or a member said; what it had replaced counts again. */
export async function deleteSpend(where: Which, transaction: Transaction): Promise<void> {
  const { workspaceId } = where;
  await lockSpend(workspaceId, transaction);
  await SpendReport.destroy({ where, transaction });
  const days = await deleteRows(where, transaction);
  for (const [adPlatform, own] of groupBy(days, (row) => row.adPlatform))
    if (adPlatform !== "")
      await workOutSpend(
        { workspaceId, adPlatform },
        own.map(({ day }) => day),
        transaction,
      );
}

/** Deletes what a reading said before it says it again; its days are worked out afterwards. */
export async function deleteReports(where: Which, transaction: Transaction): Promise<void> {
  await SpendReport.destroy({ where, transaction });
  // Rows that were written before there were reports would be taken for reports.
  await deleteRows({ ...where, isWorkedOut: false }, transaction);
}

/** @returns the days of the rows */
async function deleteRows(where: WhereOptions<SpendRow> & { workspaceId: string }, transaction: Transaction) {
  const days = await SpendRow.findAll({
    ...{ where, attributes: ["adPlatform", "day"], group: ["adPlatform", "day"], raw: true, transaction },
  });
  if (days.length === 0) return [];
  await SpendRow.destroy({ where, transaction });
  await markDays(
    where.workspaceId,
    days.map(({ day }) => day),
    transaction,
  );
  return days;
}
