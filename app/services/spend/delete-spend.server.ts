import type { Transaction } from "sequelize";
import { markDays } from "#app/database/queries/day-marks.server.ts";
import { markReports, type WhichReports } from "#app/database/queries/spend-marks.server.ts";
import { SpendReport, SpendRow } from "#app/models/index.server.ts";
import { lockSpend } from "./lock-spend.server.ts";

/** Deletes what a file, an account or a member said. What it had replaced counts again after a moment. */
export async function deleteSpend(where: WhichReports, transaction: Transaction): Promise<void> {
  const { workspaceId } = where;
  await lockSpend(workspaceId, transaction);
  await markReports(where, transaction);
  await SpendReport.destroy({ where, transaction });
  await deleteRows(where, transaction);
}

/**
 * Deletes reports that are about to be replaced. Rows that were written before there were reports go too:
 * they would be taken for reports.
 */
export async function deleteReports(
  where: WhichReports,
  rows: WhichReports,
  transaction: Transaction,
): Promise<void> {
  await SpendReport.destroy({ where, transaction });
  await deleteRows({ ...rows, isWorkedOut: false }, transaction);
}

async function deleteRows(
  where: WhichReports & { isWorkedOut?: boolean },
  transaction: Transaction,
): Promise<void> {
  const rows = await SpendRow.findAll({
    where,
    attributes: ["day"],
    group: ["day"],
    raw: true,
    transaction,
  });
  if (rows.length === 0) return;
  await SpendRow.destroy({ where, transaction });
  await markDays(
    where.workspaceId,
    rows.map(({ day }) => day),
    transaction,
  );
}
