import { inTransaction } from "#app/database/connection.server.ts";
import { insertRows } from "#app/database/insert-rows.server.ts";
import { markDays } from "#app/database/queries/day-marks.server.ts";
import { newId } from "#app/lib/ids.ts";
import { listDays } from "#app/lib/periods.ts";
import { spreadAmount } from "#app/lib/spread-amount.ts";
import { SpendImport, SpendRow } from "#app/models/index.server.ts";
import type { ManualSpend } from "#app/schemas/spend.ts";
import { type Access, assertAccess } from "#app/services/workspaces/access.server.ts";

type Arguments = { access: Access; spend: ManualSpend };

/**
 * Adds an amount that a member says, for a day or spread evenly over several.
 * @returns the id of the import
 */
export async function addSpend({ access, spend }: Arguments): Promise<string> {
  const { workspaceId, userId } = access;
  const { name, source, amount, currency, from, to = from } = spend;
  const days = listDays({ from, to });
  const isSpread = days.length > 1;
  const id = newId();
  const amounts = spreadAmount(amount, currency, days.length);
  await inTransaction(async (transaction) => {
    await assertAccess(access, "spend:write", transaction);
    await SpendImport.create(
      {
        id,
        workspaceId,
        userId,
        name,
        source,
        amount,
        currency,
        isSpread,
        kind: "manual",
        adPlatform: "",
        accountId: "",
        fromDay: from,
        toDay: to,
        bytes: 0,
        rowCount: days.length,
        state: "ready",
        attemptCount: 0,
        createdAt: new Date(),
      },
      { transaction },
    );
    const rows = days.map((day, index) => ({
      id: newId(),
      workspaceId,
      origin: "manual" as const,
      importId: id,
      accountRef: null,
      rowKey: `${id} ${day}`,
      day,
      source,
      currency,
      isSpread,
      amount: amounts[index] ?? "0",
      adPlatform: "",
      accountId: "",
      campaignRef: null,
      adSetRef: null,
      adRef: null,
      impressions: null,
      clicks: null,
      conversions: null,
      isWorkedOut: true,
    }));
    await insertRows(SpendRow, rows, transaction);
    await markDays(workspaceId, days, transaction);
  });
  return id;
}
