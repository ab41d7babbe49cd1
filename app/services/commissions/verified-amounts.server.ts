import Decimal from "decimal.js-light";
import type { Transaction } from "sequelize";
import { lockRows } from "#app/database/lock-rows.server.ts";
import { markDays, markPlaces } from "#app/database/queries/day-marks.server.ts";
import { calculateCommission, earnWithoutRate, type Money, sumIn, tierFor } from "#app/lib/commission.ts";
import { type Contract, type ContractTier, contractOn, findTiers } from "#app/lib/contracts.ts";
import { type ExchangeRates, findRate } from "#app/lib/exchange.ts";
import { Commission, MonthTotal, Platform, Workspace } from "#app/models/index.server.ts";
import type { Rates } from "../exchange-rates/get-rates.server.ts";
import { addOwnRates } from "../exchange-rates/own-rates.server.ts";
import { findContracts } from "../platforms/contracts/read-contracts.server.ts";

/** The fields of a submission that its commission needs. */
type CommissionColumns = {
  id: string;
  workspaceId: string;
  platformId: string;
  day: string;
  country: string | null;
};
type Place = { workspaceId: string; platformId: string; month: string };

export type VerifiedAmount = {
  submission: CommissionColumns;
  /** In the workspace's time zone, `2026-11`. */
  month: string;
  money: Money;
};

/**
 * Adds verified amounts of a workspace to their months and stores their commissions, each by the tier that
 * the month's total reaches with it. Locks the platforms: each transaction sees the totals of the one before.
 * @param bank the owner's rates are added to the bank's here, because the lock keeps them from changing after it
 */
export async function addVerified(
  amounts: VerifiedAmount[],
  bank: Pick<Rates, "rates" | "day">,
  transaction: Transaction,
): Promise<void> {
  const [first] = amounts;
  if (!first) return;
  const { workspaceId } = first.submission;
  const platformId = [...new Set(amounts.map(({ submission }) => submission.platformId))];
  await lockPlatforms(workspaceId, platformId, transaction);
  const month = [...new Set(amounts.map((amount) => amount.month))];
  const totals = await MonthTotal.findAll({ where: { workspaceId, platformId, month }, transaction });
  const contracts = await findContracts({ workspaceId, platformId }, transaction);
  const workspace = await Workspace.findByPk(workspaceId, {
    attributes: ["id", "timeZone"],
    transaction,
    rejectOnEmpty: true,
  });
  const rates = { day: bank.day, rates: await addOwnRates(workspace, bank.rates, transaction) };
  const createdAt = new Date();
  const commissions = amounts.map((amount) => ({
    ...commissionFor(amount, totals, contracts, rates),
    createdAt,
  }));
  await Commission.bulkCreate(commissions, { transaction });
  await saveMonths(totals, transaction);
  await markPlaces(
    amounts.map(({ submission }) => submission),
    transaction,
  );
}

const NO_TIERS = { tiers: [], currency: null };

/** The commission of an amount by the contract of its month. The amount is added to the totals of that month. */
export function commissionFor(
  { submission, month, money }: VerifiedAmount,
  totals: MonthTotal[],
  contracts: ReadonlyMap<string, readonly Contract[]>,
  { rates, day }: { rates: ExchangeRates; day: string },
) {
  const { workspaceId, platformId } = submission;
  const place = { workspaceId, platformId, month };
  const contract = contractOn(contracts.get(platformId) ?? [], `${month}-01`);
  const { tiers, currency: tierCurrency } = findTiers(contract, submission.country) ?? NO_TIERS;
  addToMonth(totals, { ...place, kind: "verified", ...money });
  const verified = totals.filter(
    (total) => total.kind === "verified" && total.platformId === platformId && total.month === month,
  );
  const found = tierCurrency ? findRate(money.currency, tierCurrency, rates) : null;
  const total = tierCurrency ? sumIn(tierCurrency, verified, rates).amount : "0";
  const { tier, earned } = earn(tiers, { amount: money.amount, rate: found?.rate ?? null, total });
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
    monthTotal: found ? total : null,
    rate: found?.rate ?? null,
    rateDay: found?.isOfBank ? day : null,
    usesOwnRate: found?.isOwn ?? false,
    earned,
  };
}

/**
 * The tier that a month's total reaches and what an amount earns by it.
 * @param total in the tiers' currency; without a rate it lacks the amount
 */
export function earn(
  tiers: readonly ContractTier[],
  { amount, rate, total }: { amount: string; rate: string | null; total: string },
): { tier: ContractTier | null; earned: string | null } {
  if (rate === null) return earnWithoutRate(tiers, total) ?? { tier: null, earned: null };
  const tier = tierFor(tiers, total);
  return { tier, earned: tier && calculateCommission(tier, amount, rate) };
}

/**
 * Removes a verified amount and its commission, if there is one.
 * @returns the month in which it counted
 */
export async function removeVerified(
  { id: submissionId, workspaceId, platformId, day }: Omit<CommissionColumns, "country">,
  transaction: Transaction,
): Promise<string | null> {
  await lockPlatforms(workspaceId, [platformId], transaction);
  const commission = await Commission.findOne({ where: { workspaceId, submissionId }, transaction });
  if (!commission) return null;
  const { amount, currency, earned, tierCurrency, month } = commission;
  const place = { workspaceId, platformId, month };
  const totals = await MonthTotal.findAll({ where: place, transaction });
  addToMonth(totals, { ...place, kind: "verified", amount: minus(amount), currency });
  if (earned && tierCurrency)
    addToMonth(totals, { ...place, kind: "earned", amount: minus(earned), currency: tierCurrency });
  await saveMonths(totals, transaction);
  await commission.destroy({ transaction });
  await markDays(workspaceId, [day], transaction);
  return month;
}

const minus = (amount: string) => new Decimal(amount).neg().toFixed();

/** Always in one order, or two transactions could wait for each other's platform. */
export async function lockPlatforms(
  workspaceId: string,
  platformIds: string[],
  transaction: Transaction,
): Promise<void> {
  const ids = [...new Set(platformIds)];
  const where = { id: ids, workspaceId };
  const locked = await lockRows(Platform, { where, attributes: ["id"], transaction });
  if (locked.length < ids.length) throw new Error("A platform is gone.");
}

/**
 * Adds to one of the month's totals, in `totals` only. In JavaScript, because SQLite would add floats; the
 * platform's lock protects what was read.
 */
export function addToMonth(
  totals: MonthTotal[],
  { amount, ...key }: Place & Money & Pick<MonthTotal, "kind">,
): void {
  const total = totals.find(
    ({ platformId, month, kind, currency }) =>
      platformId === key.platformId && month === key.month && kind === key.kind && currency === key.currency,
  );
  if (!total) totals.push(MonthTotal.build({ ...key, amount }));
  else total.amount = new Decimal(total.amount).plus(amount).toFixed();
}

export async function saveMonths(totals: MonthTotal[], transaction: Transaction): Promise<void> {
  const changed = totals.filter((total) => total.isNewRecord || total.changed());
  await MonthTotal.bulkCreate(
    changed.map((total) => total.get({ plain: true })),
    { updateOnDuplicate: ["amount"], transaction },
  );
}
