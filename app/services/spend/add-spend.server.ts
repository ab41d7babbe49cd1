import { inTransaction } from "#app/database/connection.server.ts";
import { newId } from "#app/lib/ids.ts";
import { listDays } from "#app/lib/periods.ts";
import { spreadAmount } from "#app/lib/spread-amount.ts";
import { SpendImport } from "#app/models/index.server.ts";
import type { ManualSpend } from "#app/schemas/spend.ts";
import { type Access, assertAccess } from "#app/services/workspaces/access.server.ts";
import { saveSpend } from "./save-spend.server.ts";

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
        ...{ id, workspaceId, userId, name, source, amount, currency, isSpread },
        ...{ kind: "manual", adPlatform: "", accountId: "", fromDay: from, toDay: to },
        ...{ bytes: 0, rowCount: days.length, state: "ready", attemptCount: 0, createdAt: new Date() },
      },
      { transaction },
    );
    const rows = days.map((day, index) => ({
      ...{ day, source, currency, isSpread, amount: amounts[index] ?? "0" },
      ...{ adPlatform: "", accountId: "", campaign: null, adSet: null, ad: null },
      ...{ impressions: null, clicks: null, conversions: null },
    }));
    await saveSpend({ workspaceId, origin: "manual", importId: id }, rows, transaction);
  });
  return id;
}
