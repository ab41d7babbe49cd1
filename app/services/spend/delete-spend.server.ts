import { col, Op, type Transaction } from "sequelize";
import { markDays } from "#app/database/queries/day-marks.server.ts";
import { markReports, type WhichReports } from "#app/database/queries/spend-marks.server.ts";
import { SpendReport, SpendRow } from "#app/models/index.server.ts";
import type { ImportKey } from "#app/services/imports/import-kinds.server.ts";
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

/** Deletes what a file says of days of which nothing counts; its rows stay. */
export async function deleteUncountedReports(
  { id: importId, workspaceId }: ImportKey,
  transaction: Transaction,
): Promise<void> {
  const counted = await SpendRow.findAll({
    where: { workspaceId, importId },
    attributes: ["day"],
    group: ["day"],
    raw: true,
    transaction,
  });
  // Days that later files say again would be kept once for each file.
  const day = { [Op.eq]: col("toDay"), [Op.notIn]: counted.map((row) => row.day) };
  await SpendReport.destroy({ where: { workspaceId, importId, day }, transaction });
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
