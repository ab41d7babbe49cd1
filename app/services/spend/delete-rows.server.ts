import type { Attributes, Transaction } from "sequelize";
import { lockRow } from "#app/database/lock-rows.server.ts";
import { markDays } from "#app/database/queries/day-marks.server.ts";
import { SpendRow, Workspace } from "#app/models/index.server.ts";

/** A workspace comes before its rows in the order of locks, and two readings of one day wait for each other. */
export const lockSpend = (workspaceId: string, transaction: Transaction) =>
  lockRow(Workspace, { where: { id: workspaceId }, attributes: ["id"], transaction });

type Which = { workspaceId: string } & Partial<
  Pick<Attributes<SpendRow>, "importId" | "origin" | "adPlatform" | "accountId" | "day">
>;

/** Takes rows of a workspace out of all sums: their days are added up again. */
export async function deleteSpendRows(where: Which, transaction: Transaction): Promise<void> {
  const days = await SpendRow.findAll({
    where,
    attributes: ["day"],
    group: ["day"],
    raw: true,
    transaction,
  });
  if (days.length === 0) return;
  await SpendRow.destroy({ where, transaction });
  await markDays(
    where.workspaceId,
    days.map(({ day }) => day),
    transaction,
  );
}
