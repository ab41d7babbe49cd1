import { Op } from "sequelize";
import { inTransaction } from "#app/database/connection.server.ts";
import { saveComparables } from "#app/database/queries/comparable-amounts.server.ts";
import { SECOND } from "#app/lib/dates.ts";
import type { ExchangeRates } from "#app/lib/exchange.ts";
import { Submission, Workspace } from "#app/models/index.server.ts";
import { getWorkspaceRates } from "#app/services/exchange-rates/own-rates.server.ts";
import { type ComparableAmount, shownMoney, toComparableAmount } from "./comparable-amounts.ts";
import { findPlaces, getLastPlace, type Place } from "./find-places.server.ts";

const CHUNK = 500;
const LIMIT = 20;
/**
 * Rates are cached for 30 seconds and a write can wait 8: until then, rows can be written with the previous
 * rates.
 */
export const SETTLED_MS = 45 * SECOND;

const attributes = [
  "id",
  "workspaceId",
  "createdAt",
  "amount",
  "currency",
  "verifiedAmount",
  "verifiedCurrency",
  "unlikelyAmount",
  "cameInRush",
  "amountRank",
  "comparableAmount",
];

/**
 * Converts the amounts of a workspace's submissions again after its currency or the exchange rates changed.
 * It can stop and restart at any point.
 */
export async function recompareAmounts(isStopping: () => boolean, now = new Date()): Promise<void> {
  const changed = await Workspace.findAll({
    where: { amountsChangedAt: { [Op.lte]: new Date(now.getTime() - SETTLED_MS) } },
    order: [["amountsChangedAt", "ASC"]],
    limit: LIMIT,
  });
  for (const { id, timeZone, currency, amountsChangedAt } of changed) {
    const { rates } = await getWorkspaceRates({ id, timeZone });
    let after: Place | undefined;
    do {
      if (isStopping()) return;
      after = await recompareChunk({ workspaceId: id, currency, rates, after });
    } while (after);
    await inTransaction((transaction) =>
      // Conditional, because they may have changed again.
      Workspace.update(
        { amountsChangedAt: null },
        { where: { id, amountsChangedAt, currency }, transaction },
      ),
    );
  }
}

type Chunk = { workspaceId: string; currency: string; rates: ExchangeRates; after: Place | undefined };

/** @returns the last place of a full chunk, to continue from */
async function recompareChunk({ workspaceId, currency, rates, after }: Chunk): Promise<Place | undefined> {
  const places = await findPlaces({ where: { workspaceId }, limit: CHUNK, after });
  const rows = await Submission.findAll({
    where: { workspaceId, id: places.map(({ id }) => id) },
    attributes,
  });
  const compared = (row: Submission) => toComparableAmount(shownMoney(row), currency, rates);
  const differing = rows.filter((row) => isOther(row, compared(row))).map(({ id }) => id);
  if (differing.length > 0)
    await inTransaction(async (transaction) => {
      // Read again: a decision may have changed an amount since.
      const where = { workspaceId, id: differing };
      const locked = await Submission.findAll({ where, attributes, lock: true, transaction });
      const comparables = locked.map((row) => ({ id: row.id, ...compared(row) }));
      await saveComparables(workspaceId, comparables, transaction);
    });
  return getLastPlace(places, CHUNK);
}

const isOther = (one: ComparableAmount, other: ComparableAmount) =>
  one.amountRank !== other.amountRank || Number(one.comparableAmount) !== Number(other.comparableAmount);
