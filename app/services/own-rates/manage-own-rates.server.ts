import Decimal from "decimal.js-light";
import type { Transaction } from "sequelize";
import { announceDue } from "#app/database/announcements.server.ts";
import { markAllDays } from "#app/database/queries/day-marks.server.ts";
import { dayIn } from "#app/lib/dates.ts";
import { Conflict, Invalid, NotFound } from "#app/lib/errors.ts";
import { OwnRate, type Workspace } from "#app/models/index.server.ts";
import { ALWAYS } from "#app/models/own-rate.server.ts";
import type { OwnRateInput } from "#app/schemas/exchange-rates.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { OWN_RATES_MAX } from "#app/schemas/shared/limits.ts";
import { type Access, changeWorkspace } from "#app/services/workspaces/access.server.ts";

/**
 * Sets the rate of a pair from a day on, or for all days. One of the same pair and day is replaced, whichever
 * its direction. A job then calculates the commissions again, and converts what lists are sorted by.
 * @throws {Invalid} a day to come
 * @throws {Conflict} `too_many_rates`
 */
export function setOwnRate({
  access,
  input: { from, to, rate, validFrom: day },
}: {
  access: Access;
  input: OwnRateInput;
}): Promise<OwnRate> {
  return changeWorkspace(access, "platforms:write", async (workspace, transaction) => {
    const { id: workspaceId, timeZone } = workspace;
    if (day && day > dayIn(timeZone, new Date()))
      throw new Invalid([{ field: "validFrom", message: messages.exchangeRates.dayFuture }]);
    const pair = [from, to].sort().join("/");
    const validFrom = day ?? ALWAYS;
    const values = {
      fromCurrency: from,
      toCurrency: to,
      rate: new Decimal(rate).toFixed(),
      createdAt: new Date(),
    };
    const earlier = await OwnRate.findOne({ where: { workspaceId, pair, validFrom }, transaction });
    if (!earlier && (await OwnRate.count({ where: { workspaceId }, transaction })) >= OWN_RATES_MAX)
      throw new Conflict("too_many_rates", messages.exchangeRates.tooMany);
    const saved = earlier
      ? await earlier.update(values, { transaction })
      : await OwnRate.create({ workspaceId, pair, validFrom, ...values }, { transaction });
    await markChanged(workspace, transaction);
    return saved;
  });
}

/** @throws {NotFound} */
export async function deleteOwnRate({ access, rateId }: { access: Access; rateId: string }): Promise<void> {
  await changeWorkspace(access, "platforms:write", async (workspace, transaction) => {
    const where = { id: rateId, workspaceId: workspace.id };
    if ((await OwnRate.destroy({ where, transaction })) === 0) throw new NotFound("Exchange rate");
    await markChanged(workspace, transaction);
  });
}

async function markChanged(workspace: Workspace, transaction: Transaction): Promise<void> {
  const now = new Date();
  await workspace.update({ ratesChangedAt: now, amountsChangedAt: now }, { transaction });
  await markAllDays({ workspaceId: workspace.id }, transaction);
  announceDue(OwnRate, transaction);
}
