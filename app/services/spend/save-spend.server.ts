import type { Transaction } from "sequelize";
import { groupBy } from "#app/lib/group-by.ts";
import type { Spend } from "#app/lib/spend.ts";
import { addWorkedOut, type WorkedOut, workOutSpend } from "./counting/work-out-spend.server.ts";
import { lockSpend } from "./lock-spend.server.ts";
import { type Reading, reportSpend, tellAccountOfFile } from "./report-spend.server.ts";

/** Writes what a reading says in the caller's transaction, and works out what counts of its days. */
export async function saveSpend(
  reading: Reading,
  spend: readonly Spend[],
  transaction: Transaction,
): Promise<WorkedOut> {
  const { workspaceId } = reading;
  const all: WorkedOut = { leftOut: [], beside: [], others: [] };
  await lockSpend(workspaceId, transaction);
  const names = await reportSpend(reading, spend, transaction);
  for (const [adPlatform, own] of groupBy(spend, (row) => names.get(row.adPlatform) ?? row.adPlatform)) {
    const place = { workspaceId, adPlatform };
    if (reading.origin === "file")
      await tellAccountOfFile({ ...place, importId: reading.importId }, transaction);
    const days = own.map(({ day }) => day);
    addWorkedOut(all, await workOutSpend(place, days, transaction));
  }
  return all;
}
