import Decimal from "decimal.js-light";
import { col, Op, type Transaction } from "sequelize";
import { inTransaction, retryRead } from "#app/database/connection.server.ts";
import { markDays } from "#app/database/queries/day-marks.server.ts";
import { findRows } from "#app/database/rows.server.ts";
import { calculateCommission, tierFor } from "#app/lib/commission.ts";
import { type ContractTier, contractOn, findTiers } from "#app/lib/contracts.ts";
import { dayIn } from "#app/lib/dates.ts";
import { type ExchangeRates, findRate, withOwnRates } from "#app/lib/exchange.ts";
import { currencyDigits } from "#app/lib/money.ts";
import { Commission, MonthTotal, Submission, Workspace } from "#app/models/index.server.ts";
import { getRatesOn } from "#app/services/exchange-rates/get-rates.server.ts";
import {
  findValidRates,
  listOwnRates,
  type OwnRates,
} from "#app/services/exchange-rates/own-rates.server.ts";
import { findContracts } from "../platforms/contracts/read-contracts.server.ts";
import { addToMonth, earn, lockPlatforms, saveMonths } from "./verified-amounts.server.ts";

const LIMIT = 20;
const CHUNK = 500;
/** How often a month is tried whose claims change while they are locked. */
const TRIES = 5;

const Sum = Decimal.clone({ precision: 40 });

type Month = Pick<Commission, "workspaceId" | "platformId" | "month">;
type OwnWorkspace = Pick<Workspace, "id" | "timeZone">;

/**
 * Calculates the commissions of workspaces again whose own rates have changed, a month of a platform at a time.
 * It can stop and restart at any point.
 */
export async function recalculateCommissions(isStopping: () => boolean): Promise<void> {
  const changed = await Workspace.findAll({
    where: { ratesChangedAt: { [Op.ne]: null } },
    attributes: ["id", "timeZone", "ratesChangedAt"],
    order: [["ratesChangedAt", "ASC"]],
    limit: LIMIT,
  });
  for (const { id, timeZone, ratesChangedAt } of changed) {
    for (const month of await listMonths(id)) {
      if (isStopping()) return;
      await recalculateMonth({ id, timeZone }, month);
    }
    await inTransaction((transaction) =>
      // Conditional, because they may have changed again.
      Workspace.update({ ratesChangedAt: null }, { where: { id, ratesChangedAt }, transaction }),
    );
  }
}

/** The months in which amounts were converted, or could not be. */
async function listMonths(workspaceId: string): Promise<Month[]> {
  const rows = await retryRead(() =>
    Commission.findAll({
      where: { workspaceId, tierCurrency: { [Op.ne]: col("currency") } },
      attributes: ["platformId", "month"],
      group: ["platformId", "month"],
      raw: true,
    }),
  );
  return rows.map(({ platformId, month }) => ({ workspaceId, platformId, month }));
}

/** Reads first which claims change, because a claim is locked before its platform. */
async function recalculateMonth(workspace: OwnWorkspace, month: Month): Promise<void> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const ids = new Set((await findChanges(workspace, month)).map(({ before }) => before.submissionId));
    if (ids.size === 0) return;
    const isDone = await inTransaction(
      async (transaction) => {
        const days = await lockDays(month.workspaceId, [...ids], transaction);
        await lockPlatforms(month.workspaceId, [month.platformId], transaction);
        const changes = await findChanges(workspace, month, transaction);
        if (changes.some(({ before }) => !days.has(before.submissionId))) return false;
        await save(month, changes, days, transaction);
        return true;
      },
      { queue: month.workspaceId },
    );
    if (isDone) return;
  }
  throw new Error("The claims of a month changed again and again while its commissions were calculated.");
}

/** The days of claims, which a new time zone moves. */
async function lockDays(
  workspaceId: string,
  ids: string[],
  transaction: Transaction,
): Promise<Map<string, string>> {
  const days = new Map<string, string>();
  const sorted = ids.toSorted();
  for (let start = 0; start < sorted.length; start += CHUNK) {
    const rows = await Submission.findAll({
      where: { workspaceId, id: sorted.slice(start, start + CHUNK) },
      attributes: ["id", "day"],
      order: [["id", "ASC"]],
      lock: true,
      transaction,
    });
    for (const { id, day } of rows) days.set(id, day);
  }
  return days;
}

type Terms = Pick<
  Commission,
  | ("tierName" | "tierType" | "tierValue" | "tierCurrency" | "monthTotal")
  | ("rate" | "rateDay" | "usesOwnRate" | "earned")
>;
type Change = { before: Commission; after: Terms };

/**
 * What changes in a month, in the order of its decisions. A claim whose tier stays keeps the terms of its time;
 * one that another tier holds for now has the terms of today.
 */
async function findChanges(
  workspace: OwnWorkspace,
  month: Month,
  transaction?: Transaction,
): Promise<Change[]> {
  const within = transaction ? { transaction } : {};
  const { workspaceId, platformId } = month;
  const contracts = await findContracts({ workspaceId, platformId }, transaction);
  const contract = contractOn(contracts.get(platformId) ?? [], `${month.month}-01`);
  const currency = findTiers(contract, null)?.currency;
  if (!currency) return [];
  const ratesFor = rateReader(workspace, await listOwnRates(workspaceId, transaction));
  const rows = await Commission.findAll({
    where: month,
    order: [
      ["createdAt", "ASC"],
      ["submissionId", "ASC"],
    ],
    ...within,
  });
  const countries = await findCountries(workspaceId, rows, transaction);
  const changes: Change[] = [];
  const round = (sum: Decimal) => sum.toFixed(currencyDigits(currency), Decimal.ROUND_HALF_EVEN);
  // What the month adds up to, and by how much that differs from what its commissions say.
  let sum = new Sum(0);
  let difference = new Sum(0);
  for (const row of rows) {
    const isOfTiers = row.tierCurrency === currency;
    const { rates, day } = await ratesFor(row);
    const found = findRate(row.currency, currency, rates);
    const isKept = isOfTiers && row.rate !== null && !row.usesOwnRate && found !== null && !found.isOwn;
    const rate = isKept ? row.rate : (found?.rate ?? null);
    sum = sum.plus(new Sum(row.amount).mul(rate ?? 0));
    const isMissing = row.tierCurrency !== null && row.rate === null && row.earned === null;
    // Its tiers had another currency since: it keeps what it earned.
    if (!isOfTiers && !isMissing) continue;
    difference = difference.plus(new Sum(row.amount).mul(new Sum(rate ?? 0).minus(row.rate ?? 0)));
    const totalBefore = isOfTiers ? row.monthTotal : null;
    const total = round(totalBefore === null ? sum : difference.plus(totalBefore));
    const tiers = findTiers(contract, countries.get(row.submissionId) ?? null)?.tiers ?? [];
    const terms =
      rate === row.rate && totalBefore !== null && tierFor(tiers, total) === tierFor(tiers, totalBefore)
        ? row
        : toTerms(tiers, row, { rate, total });
    const after: Terms = {
      tierName: terms.tierName,
      tierType: terms.tierType,
      tierValue: terms.tierValue,
      tierCurrency: currency,
      monthTotal: rate === null ? null : total,
      rate,
      earned: terms.earned,
      rateDay: isKept ? row.rateDay : found?.isOfBank ? day : null,
      usesOwnRate: isKept ? false : (found?.isOwn ?? false),
    };
    if (isOther(row, after)) changes.push({ before: row, after });
  }
  return changes;
}

/** The countries of the claims of a month, by which steps are told apart. */
async function findCountries(
  workspaceId: string,
  commissions: readonly Commission[],
  transaction?: Transaction,
): Promise<Map<string, string | null>> {
  const found = new Map<string, string | null>();
  for (let start = 0; start < commissions.length; start += CHUNK) {
    const id = commissions.slice(start, start + CHUNK).map(({ submissionId }) => submissionId);
    const rows = await findRows(Submission, {
      where: { workspaceId, id },
      attributes: ["id", "country"],
      ...(transaction && { transaction }),
    });
    for (const row of rows) found.set(row.id, row.country);
  }
  return found;
}

/** Rates as they were when a commission was calculated, with the own rates that are valid on that day. */
function rateReader({ timeZone }: OwnWorkspace, own: OwnRates) {
  const known = new Map<string, Promise<{ rates: ExchangeRates; day: string }>>();
  return ({ createdAt, rateDay }: Commission) => {
    const decidedOn = dayIn(timeZone, createdAt);
    const key = `${rateDay ?? decidedOn} ${decidedOn}`;
    const read = async () => {
      const bank = await getRatesOn(rateDay ?? decidedOn);
      return { rates: withOwnRates(bank.rates, findValidRates(own, decidedOn)), day: bank.day };
    };
    const reading = known.get(key) ?? read();
    known.set(key, reading);
    return reading;
  };
}

function toTerms(
  tiers: readonly ContractTier[],
  row: Commission,
  { rate, total }: { rate: string | null; total: string },
): Pick<Terms, "tierName" | "tierType" | "tierValue" | "earned"> {
  const { tierName, tierType, tierValue, tierCurrency } = row;
  const { tier, earned } = earn(tiers, { amount: row.amount, rate, total });
  if (!tier) return { tierName: null, tierType: null, tierValue: null, earned: null };
  const isSame = tier.name === tierName && tier.currency === tierCurrency;
  if (isSame && tierType && tierValue && tierCurrency) {
    const terms = { type: tierType, value: tierValue, currency: tierCurrency };
    const kept =
      rate === null && tierType === "percentage" ? null : calculateCommission(terms, row.amount, rate ?? "1");
    return { tierName, tierType, tierValue, earned: kept };
  }
  return { tierName: tier.name, tierType: tier.type, tierValue: tier.value, earned };
}

/** MySQL gives decimals with all their digits. */
const isSameAmount = (one: string | null, other: string | null) =>
  one === null || other === null ? one === other : new Sum(one).equals(other);

const isOther = (before: Commission, after: Terms) =>
  !isSameAmount(before.earned, after.earned) ||
  !isSameAmount(before.monthTotal, after.monthTotal) ||
  (["tierName", "tierType", "tierCurrency", "rate", "rateDay", "usesOwnRate"] as const).some(
    (name) => before[name] !== after[name],
  );

async function save(
  month: Month,
  changes: Change[],
  days: Map<string, string>,
  transaction: Transaction,
): Promise<void> {
  const totals = await MonthTotal.findAll({ where: month, transaction });
  const earned = changes.flatMap(({ before, after }) => {
    if (isSameAmount(before.earned, after.earned) && before.tierCurrency === after.tierCurrency) return [];
    const toEntry = ({ earned: amount, tierCurrency: currency }: Terms, by: 1 | -1) =>
      amount && currency ? [{ currency, amount, by }] : [];
    return [...toEntry(before, -1), ...toEntry(after, 1)];
  });
  for (const { amount, currency, by } of earned)
    addToMonth(totals, { ...month, kind: "earned", amount: new Decimal(amount).mul(by).toFixed(), currency });
  for (let start = 0; start < changes.length; start += CHUNK)
    await Commission.bulkCreate(
      changes
        .slice(start, start + CHUNK)
        .map(({ before, after }) => ({ ...before.get({ plain: true }), ...after })),
      {
        updateOnDuplicate: [
          ...(["tierName", "tierType", "tierValue", "tierCurrency", "monthTotal"] as const),
          ...(["rate", "rateDay", "usesOwnRate", "earned"] as const),
        ],
        transaction,
      },
    );
  await saveMonths(totals, transaction);
  // A rate can tell that a claim earns nothing, which was not known without it.
  await markDays(
    month.workspaceId,
    changes.flatMap(({ before }) => days.get(before.submissionId) ?? []),
    transaction,
  );
}
