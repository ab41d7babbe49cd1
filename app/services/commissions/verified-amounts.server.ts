import Decimal from "decimal.js-light";
import type { Transaction } from "sequelize";
import { commissionOf, type Money, sumIn, tierFor } from "#app/lib/commission.ts";
import { rateBetween } from "#app/lib/exchange.ts";
import { Commission, CommissionTier, MonthTotal, Platform } from "#app/models/index.server.ts";
import type { Rates } from "../exchange-rates/get-rates.server.ts";

/** The fields of a submission that its commission needs. */
type Verified = { id: string; workspaceId: string; platformId: string };
type Place = { workspaceId: string; platformId: string; month: string };

export type VerifiedAmount = {
  submission: Verified;
  /** In the workspace's time zone, `2026-11`. */
  month: string;
  money: Money;
};

/**
 * Adds verified amounts to their months and stores their commissions, each by the tier that the month's total
 * reaches with it. Locks the platforms, so that each transaction sees the totals of the one before.
 */
export async function addVerified(
  amounts: VerifiedAmount[],
  rates: Pick<Rates, "rates" | "day">,
  transaction: Transaction,
): Promise<void> {
  const byPlace = new Map<string, VerifiedAmount[]>();
  for (const amount of amounts) {
    const { workspaceId, platformId } = amount.submission;
    const key = [workspaceId, platformId, amount.month].join(" ");
    byPlace.set(key, [...(byPlace.get(key) ?? []), amount]);
  }
  // Always in one order, or two transactions could wait for each other's platform.
  for (const [, ofPlace] of [...byPlace].sort(([a], [b]) => (a < b ? -1 : 1)))
    await addToPlace(ofPlace, rates, transaction);
}

/** Adds amounts that share their workspace, platform and month. */
async function addToPlace(
  amounts: VerifiedAmount[],
  { rates, day: rateDay }: Pick<Rates, "rates" | "day">,
  transaction: Transaction,
): Promise<void> {
  const [first] = amounts;
  if (!first) return;
  const { workspaceId, platformId } = first.submission;
  await lockPlatform({ workspaceId, platformId }, transaction);
  const place = { workspaceId, platformId, month: first.month };
  const totals = await MonthTotal.findAll({ where: place, transaction });
  const tiers = await CommissionTier.findAll({
    where: { workspaceId, platformId },
    order: [["position", "ASC"]],
    transaction,
  });
  const tierCurrency = tiers[0]?.currency ?? null;
  const createdAt = new Date();
  const commissions = amounts.map(({ submission, money }) => {
    addToMonth(totals, { ...place, kind: "verified", ...money });
    const rate = tierCurrency && rateBetween(money.currency, tierCurrency, rates);
    const verified = totals.filter(({ kind }) => kind === "verified");
    const monthTotal = tierCurrency && rate ? sumIn(tierCurrency, verified, rates).amount : null;
    const tier = monthTotal === null ? null : tierFor(tiers, monthTotal);
    const earned = tier && rate ? commissionOf(tier, money.amount, rate) : null;
    if (earned && tierCurrency)
      addToMonth(totals, { ...place, kind: "earned", amount: earned, currency: tierCurrency });
    return {
      submissionId: submission.id,
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
      createdAt,
    };
  });
  await Commission.bulkCreate(commissions, { transaction });
  await saveMonth(totals, transaction);
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
  addToMonth(totals, { ...place, kind: "verified", amount: minus(amount), currency });
  if (earned && tierCurrency)
    addToMonth(totals, { ...place, kind: "earned", amount: minus(earned), currency: tierCurrency });
  await saveMonth(totals, transaction);
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
 * Adds to one of the month's totals, in `totals` only. In JavaScript, because SQLite would add floats; the
 * platform's lock protects what was read.
 */
function addToMonth(
  totals: MonthTotal[],
  { amount, ...key }: Place & Money & Pick<MonthTotal, "kind">,
): void {
  const total = totals.find(({ kind, currency }) => kind === key.kind && currency === key.currency);
  if (!total) totals.push(MonthTotal.build({ ...key, amount }));
  else total.amount = new Decimal(total.amount).plus(amount).toFixed();
}

async function saveMonth(totals: MonthTotal[], transaction: Transaction): Promise<void> {
  for (const total of totals) if (total.isNewRecord || total.changed()) await total.save({ transaction });
}
