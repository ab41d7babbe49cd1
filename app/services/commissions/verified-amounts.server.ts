import Decimal from "decimal.js-light";
import type { Transaction } from "sequelize";
import { commissionOf, type Money, sumIn, tierFor } from "#app/lib/commission.ts";
import { rateBetween } from "#app/lib/exchange.ts";
import { Commission, CommissionTier, MonthTotal, Platform } from "#app/models/index.server.ts";
import type { Rates } from "../exchange-rates/get-rates.server.ts";

/** The fields of a submission that its commission needs. */
type Verified = { id: string; workspaceId: string; platformId: string };
type Place = { workspaceId: string; platformId: string; month: string };

/**
 * Adds a verified amount to its month and stores its commission, by the tier that the month's total reaches
 * with it. Locks the platform, so that each transaction sees the totals of the one before.
 * @param month in the workspace's time zone, `2026-11`
 */
export async function addVerified(
  submission: Verified,
  month: string,
  money: Money,
  { rates, day: rateDay }: Pick<Rates, "rates" | "day">,
  transaction: Transaction,
): Promise<void> {
  const { id: submissionId, workspaceId, platformId } = submission;
  await lockPlatform({ workspaceId, platformId }, transaction);
  const place = { workspaceId, platformId, month };
  const totals = await MonthTotal.findAll({ where: place, transaction });
  await addToMonth(totals, { ...place, kind: "verified", ...money }, transaction);

  const tiers = await CommissionTier.findAll({
    where: { workspaceId, platformId },
    order: [["position", "ASC"]],
    transaction,
  });
  const tierCurrency = tiers[0]?.currency ?? null;
  const rate = tierCurrency && rateBetween(money.currency, tierCurrency, rates);
  const verified = totals.filter(({ kind }) => kind === "verified");
  const monthTotal = tierCurrency && rate ? sumIn(tierCurrency, verified, rates).amount : null;
  const tier = monthTotal === null ? null : tierFor(tiers, monthTotal);
  const earned = tier && rate ? commissionOf(tier, money.amount, rate) : null;
  await Commission.create(
    {
      submissionId,
      ...place,
      ...money,
      tierName: tier?.name ?? null,
      tierType: tier?.type ?? null,
      tierValue: tier?.value ?? null,
      tierCurrency,
      monthTotal,
      rate,
      rateDay: rate && money.currency !== tierCurrency ? rateDay : null,
      earned,
      createdAt: new Date(),
    },
    { transaction },
  );
  if (earned && tierCurrency)
    await addToMonth(
      totals,
      { ...place, kind: "earned", amount: earned, currency: tierCurrency },
      transaction,
    );
}

/**
 * Removes a verified amount and its commission, if there is one.
 * @returns the month in which it counted
 */
export async function removeVerified(
  { id: submissionId, workspaceId, platformId }: Verified,
  transaction: Transaction,
): Promise<string | null> {
  await lockPlatform({ workspaceId, platformId }, transaction);
  const commission = await Commission.findOne({ where: { workspaceId, submissionId }, transaction });
  if (!commission) return null;
  const { amount, currency, earned, tierCurrency, month } = commission;
  const place = { workspaceId, platformId, month };
  const totals = await MonthTotal.findAll({ where: place, transaction });
  await addToMonth(totals, { ...place, kind: "verified", amount: minus(amount), currency }, transaction);
  if (earned && tierCurrency)
    await addToMonth(
      totals,
      { ...place, kind: "earned", amount: minus(earned), currency: tierCurrency },
      transaction,
    );
  await commission.destroy({ transaction });
  return month;
}

const minus = (amount: string) => new Decimal(amount).neg().toFixed();

async function lockPlatform(
  { workspaceId, platformId }: Pick<Place, "workspaceId" | "platformId">,
  transaction: Transaction,
): Promise<void> {
  const where = { id: platformId, workspaceId };
  await Platform.findOne({ where, attributes: ["id"], lock: true, transaction, rejectOnEmpty: true });
}

/**
 * Adds to one of the month's totals, in `totals` too. In JavaScript, because SQLite would add floats; the
 * platform's lock protects what was read.
 */
async function addToMonth(
  totals: MonthTotal[],
  { amount, ...key }: Place & Money & Pick<MonthTotal, "kind">,
  transaction: Transaction,
): Promise<void> {
  const total = totals.find(({ kind, currency }) => kind === key.kind && currency === key.currency);
  if (!total) totals.push(await MonthTotal.create({ ...key, amount }, { transaction }));
  else await total.update({ amount: new Decimal(total.amount).plus(amount).toFixed() }, { transaction });
}
