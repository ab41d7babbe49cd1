import type { Transaction } from "sequelize";
import { retryRead } from "#app/database/connection.server.ts";
import { modelsOf, readValues } from "#app/database/values.server.ts";
import { dayIn } from "#app/lib/dates.ts";
import { type ExchangeRates, type PairRate, withOwnRates } from "#app/lib/exchange.ts";
import { OwnRate, type Workspace } from "#app/models/index.server.ts";
import { getRates, type Rates } from "./get-rates.server.ts";

export type OwnRates = Pick<OwnRate, "pair" | "fromCurrency" | "toCurrency" | "rate" | "validFrom">[];

/** A workspace's own rates, each pair's latest first. */
export async function listOwnRates(workspaceId: string, transaction?: Transaction): Promise<OwnRate[]> {
  const wanted = { where: { workspaceId }, order: LATEST_FIRST };
  if (transaction) return OwnRate.findAll({ ...wanted, order: [...LATEST_FIRST], transaction });
  return (await retryRead(() => readValues({ own: modelsOf(OwnRate, wanted) }))).own;
}

const LATEST_FIRST: ["pair" | "validFrom", "ASC" | "DESC"][] = [
  ["pair", "ASC"],
  ["validFrom", "DESC"],
];

/** Those that are valid on a day: of each pair the latest. */
export function findValidRates(own: OwnRates, day: string): PairRate[] {
  const valid = own.filter(
    (one) =>
      one.validFrom <= day &&
      !own.some(({ pair, validFrom }) => pair === one.pair && validFrom > one.validFrom && validFrom <= day),
  );
  return valid.map(({ fromCurrency: from, toCurrency: to, rate }) => ({ from, to, rate }));
}

/** The bank's rates with a workspace's own of today. */
export function combineRates(bank: ExchangeRates, own: OwnRates, timeZone: string): ExchangeRates {
  // Most workspaces have none, and each submission asks.
  return own.length === 0
    ? bank
    : withOwnRates(bank.perEuro, findValidRates(own, dayIn(timeZone, new Date())));
}

/** The same, read in a transaction that calculates with them. */
export const addOwnRates = async (
  { id, timeZone }: Pick<Workspace, "id" | "timeZone">,
  bank: ExchangeRates,
  transaction: Transaction,
): Promise<ExchangeRates> => combineRates(bank, await listOwnRates(id, transaction), timeZone);

/** The rates that a workspace's amounts are converted at: its own of today, otherwise the last known of the bank. */
export async function getWorkspaceRates({
  id,
  timeZone,
}: Pick<Workspace, "id" | "timeZone">): Promise<Rates> {
  const [bank, own] = await Promise.all([getRates(), listOwnRates(id)]);
  return { ...bank, rates: combineRates(bank.rates, own, timeZone) };
}
