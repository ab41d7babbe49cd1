import { Op, UniqueConstraintError } from "sequelize";
import { inTransaction, retryRead } from "#app/database/connection.server.ts";
import { databaseNow, escapeValue, has } from "#app/database/dialect.server.ts";
import { markAllDays } from "#app/database/queries/day-marks.server.ts";
import { config } from "#app/env.server.ts";
import { MINUTE, SECOND } from "#app/lib/dates.ts";
import { sendRequest } from "#app/lib/http-client.server.ts";
import { log } from "#app/lib/log.server.ts";
import { ExchangeRate, RateSource, Workspace } from "#app/models/index.server.ts";
import { bankDay, nextUpdateAfter } from "./next-update.ts";
import { type DayRates, parseReferenceRates } from "./reference-rates.ts";
import { SNAPSHOT } from "./snapshot.ts";

/** The id of the only source. */
export const BANK = "ecb";
const FETCH_TIMEOUT_MS = 20 * SECOND;
/** Longer than any fetch. After a failure, the next fetch starts when it expires. */
const FETCH_LEASE_MS = 10 * MINUTE;

/** A condition of the poll: whether an update is due, and nobody fetches it. */
export const ratesAreDue = (): string => {
  const isPast = (column: string) => `(${column} IS NULL OR ${column} <= ${databaseNow()})`;
  const source = `id = ${escapeValue(BANK)}`;
  return `(NOT ${has("rateSources", source)} OR ${has("rateSources", `${source} AND ${isPast("leaseUntil")} AND ${isPast("nextUpdateAt")}`)})`;
};

/**
 * Fetches the bank's rates if an update is due; only one of several processes does. If the source is down,
 * slow, empty, malformed or outdated, the known rates stay.
 * @returns whether it fetched: the rates are newer, or why the fetch failed is known
 */
export async function refreshRates(now = new Date()): Promise<boolean> {
  if (!(await claim(now))) return false;
  try {
    await keep(await fetchRates(), now);
  } catch (error) {
    const reason = (error as Error).message;
    log.warn({ err: error }, "exchange rates could not be fetched; the known ones serve on");
    await inTransaction((transaction) =>
      RateSource.update({ lastError: reason.slice(0, 300) }, { where: { id: BANK }, transaction }),
    );
  }
  return true;
}

/** The day of the newest known rates, as `YYYY-MM-DD`. */
export const findRatesDay = async (): Promise<string> =>
  (await retryRead(() => RateSource.findByPk(BANK)))?.day ?? SNAPSHOT.day;

/** Whether this process got the lease to fetch. */
async function claim(now: Date): Promise<boolean> {
  const leaseUntil = new Date(now.getTime() + FETCH_LEASE_MS);
  try {
    return await inTransaction(async (transaction) => {
      const [claimed] = await RateSource.update(
        { leaseUntil },
        {
          where: {
            id: BANK,
            [Op.and]: [
              { [Op.or]: [{ leaseUntil: null }, { leaseUntil: { [Op.lte]: now } }] },
              { [Op.or]: [{ nextUpdateAt: null }, { nextUpdateAt: { [Op.lte]: now } }] },
            ],
          },
          transaction,
        },
      );
      if (claimed === 1) return true;
      if (await RateSource.findByPk(BANK, { transaction })) return false;
      const nothingKnown = { day: null, fetchedAt: null, nextUpdateAt: null, lastError: null };
      await RateSource.create({ id: BANK, leaseUntil, ...nothingKnown }, { transaction });
      return true;
    });
  } catch (error) {
    if (error instanceof UniqueConstraintError) return false;
    throw error;
  }
}

async function fetchRates(): Promise<DayRates> {
  const url = config.ecbRatesUrl;
  const response = await sendRequest({
    method: "GET",
    url,
    allowedBase: new URL(url).origin,
    timeoutMs: FETCH_TIMEOUT_MS,
  });
  if (response.kind !== "complete") throw new Error(`The bank did not respond: ${response.fault}.`);
  if (response.httpStatus !== 200) throw new Error(`The bank responded with ${response.httpStatus}.`);
  if (response.isOversized) throw new Error("The bank's file is too large to be one day's.");
  return parseReferenceRates(response.body);
}

/** @throws {Error} a sentence: the file's day is in the future, or before the known day */
async function keep({ day, rates }: DayRates, now: Date): Promise<void> {
  if (day > bankDay(now)) throw new Error(`The bank's file is of a day that has not come: ${day}.`);
  await inTransaction(async (transaction) => {
    const source = await RateSource.findByPk(BANK, { transaction, lock: true, rejectOnEmpty: true });
    // Usually a stale cache between us and the bank.
    if (day < (source.day ?? SNAPSHOT.day))
      throw new Error(`The bank's file is older than the known rates: ${day}.`);
    await ExchangeRate.destroy({ where: { day }, transaction });
    await ExchangeRate.bulkCreate(
      Object.entries(rates).map(([currency, perEuro]) => ({ day, currency, perEuro })),
      { transaction },
    );
    await source.update(
      {
        day,
        fetchedAt: now,
        nextUpdateAt: nextUpdateAfter(day, now),
        leaseUntil: null,
        lastError: null,
      },
      { transaction },
    );
    await Workspace.update({ amountsChangedAt: now }, { where: {}, transaction });
    await markAllDays({ from: day }, transaction);
  });
}
