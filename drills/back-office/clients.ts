import type { Contract } from "#app/lib/contracts.ts";
import { dayOf, firstDay, lastDay, plusDays, plusMonths, startOfDay } from "./calendar.ts";
import type { Dice } from "./dice.ts";
import { findContract, Ledger } from "./ledger.ts";
import { CURRENCIES, type Currency, exactAmount, roundAmount } from "./market.ts";
import type { Account, Entry, Rates } from "./types.ts";

const MINUTE_MS = 60 * 1000;
const HOUR_MS = 60 * MINUTE_MS;
const COUNTRIES = ["DE", "AT", "CH", "GB", "IE", "ES", "FR", "PL", "BR"];
const ROUND_EUROS = [50, 100, 150, 200, 250, 300, 500, 750, 1000, 1500];

export type Broker = {
  contracts: readonly Contract[];
  months: readonly string[];
  timeZone: string;
  rates: Rates;
  /**
   * In which currency trades are booked: the client's, or the contract's where the broker tells sums of
   * months.
   */
  books: "client" | "contract";
};

type Person = {
  dice: Dice;
  broker: Broker;
  country: string;
  currency: Currency;
  firstAt: number;
  end: number;
};
/** For a month of which all clients won, the broker's revenue is below zero. */
type Moods = ReadonlyMap<string, number>;

/** A moment of the days from `from` to `to`, now and then close to the border of a month. */
function pickMoment(dice: Dice, { timeZone }: Broker, from: number, to: number): number {
  const at = from + dice.whole(0, Math.max(0, Math.floor((to - from) / 1000) - 1)) * 1000;
  if (dice.happens(0.85)) return at;
  const border = startOfDay(firstDay(dayOf(at, timeZone).slice(0, 7)), timeZone);
  const close = border + dice.pick([-1000, 0, dice.whole(-180, 180) * MINUTE_MS]);
  return close >= from && close < to ? close : at;
}

function pickAmount({ dice, currency }: Person): string {
  return dice.happens(0.6)
    ? roundAmount(dice.pick(ROUND_EUROS), currency)
    : exactAmount(dice.whole(2_000, 90_000), currency);
}

/** The first deposit, more within its 24 hours, and others later. */
function createDeposits(person: Person, doesRepeat: boolean): Entry[] {
  const { dice, broker, firstAt, currency, end } = person;
  const moments = [firstAt];
  if (doesRepeat && dice.happens(0.3)) moments.push(firstAt + dice.whole(5, 23 * 60) * MINUTE_MS);
  if (doesRepeat && dice.happens(0.2)) moments.push(firstAt + dice.whole(25, 40) * HOUR_MS);
  const later = doesRepeat ? dice.whole(0, 3) : 0;
  for (let number = 0; number < later; number++)
    moments.push(pickMoment(dice, broker, firstAt + 2 * 24 * HOUR_MS, firstAt + 200 * 24 * HOUR_MS));
  return moments
    .filter((at) => at < end)
    .map((at) => ({ at, kind: "deposit", amount: pickAmount(person), currency }));
}

function createTrade({ dice, broker, currency }: Person, at: number, lots: number, moods: Moods): Entry {
  const contract = findContract(broker.contracts, at);
  const booked = broker.books === "contract" && contract ? (contract.currency as Currency) : currency;
  const mood = moods.get(dayOf(at, broker.timeZone).slice(0, 7)) ?? 1;
  const cents = Math.round((lots * dice.whole(200, 1500)) / 100) * (dice.happens(0.15) ? -mood : mood);
  return {
    at,
    kind: "trade",
    lots: (lots / 100).toFixed(2),
    turnover: String(lots * 1000),
    revenue: exactAmount(cents, booked),
    currency: booked,
  };
}

/** Trades of some months, or those with which a client qualifies, or does not, about the last day. */
function createTrades(person: Person, moods: Moods): Entry[] {
  const { dice, broker, firstAt, end } = person;
  const part = findContract(broker.contracts, firstAt)?.parts.find(({ kind }) => kind === "cpa");
  const { days = null, lotsMin = null } = part?.qualification ?? {};
  const trades: Entry[] = [];
  if (days !== null && lotsMin !== null && dice.happens(0.4)) {
    const dayAfter = startOfDay(plusDays(dayOf(firstAt, broker.timeZone), days + 1), broker.timeZone);
    const most = Math.round(Number(lotsMin) * 100) - 10;
    for (const lots of [most - 10, 10])
      trades.push(createTrade(person, firstAt + dice.whole(1, days * 20) * HOUR_MS, lots, moods));
    const at = dayAfter + dice.pick([-1000, -2 * HOUR_MS, 0, HOUR_MS]);
    trades.push(createTrade(person, at, 10, moods));
    return trades.filter((one) => one.at < end);
  }
  const until = Math.min(end, firstAt + dice.pick([0, 10, 40, 120, 300]) * 24 * HOUR_MS);
  const amount = until > firstAt ? dice.whole(0, 40) : 0;
  for (let number = 0; number < amount; number++)
    trades.push(createTrade(person, pickMoment(dice, broker, firstAt, until), dice.whole(1, 150), moods));
  return trades;
}

/**
 * A client whose deposit is charged back about the last day on which that takes a payment back. It trades
 * no more.
 */
function chargeBack(person: Person, account: Account): Account {
  const { dice, broker, end } = person;
  const ledger = new Ledger(broker.contracts, broker.rates);
  for (const entry of account.entries) ledger.post(account, entry);
  const due = ledger.listDueDays(account)[0];
  const days = due?.part.clawBackDays ?? dice.whole(20, 200);
  const last = account.entries.at(-1)?.at ?? person.firstAt;
  const day = due ? plusDays(due.day, days + dice.pick([0, 1, -Math.floor(days / 2)])) : null;
  const begin = day ? startOfDay(day, broker.timeZone) : last + 24 * HOUR_MS;
  const at = begin + dice.pick([0, dice.whole(1, 22 * 60) * MINUTE_MS]);
  const first = account.entries.find(({ kind }) => kind === "deposit");
  if (at >= end || first?.kind !== "deposit") return account;
  const kept = account.entries.filter((entry) => entry.at < at);
  return { ...account, entries: [...kept, { ...first, kind: "chargeBack", at }] };
}

/** What ends an account otherwise, and a manager who lets a client qualify in spite of the conditions. */
function addLastEntries(person: Person, account: Account): Account {
  const { dice, broker, currency, end } = person;
  const last = account.entries.at(-1)?.at ?? person.firstAt;
  const entries = [...account.entries];
  const ledger = new Ledger(broker.contracts, broker.rates);
  for (const entry of entries) ledger.post(account, entry);
  const isPaid = ledger.listDueDays(account).some(({ part }) => part.kind === "cpa");
  const contract = findContract(broker.contracts, person.firstAt);
  if (!isPaid && contract?.parts.some(({ kind }) => kind === "cpa") && dice.happens(0.1))
    entries.push({ at: last + 2 * 24 * HOUR_MS, kind: "approval" });
  if (dice.happens(0.3)) {
    entries.push({ at: last + 5 * 24 * HOUR_MS, kind: "withdrawal", amount: pickAmount(person), currency });
    entries.push({ at: last + 6 * 24 * HOUR_MS, kind: "left" });
  }
  return { ...account, entries: entries.filter(({ at }) => at < end) };
}

/** The moment of a first deposit; of some clients so that 29 February is their last day. */
function pickFirstMoment(dice: Dice, broker: Broker, end: number): number {
  const { contracts, months, timeZone } = broker;
  const leapDay = months.map(lastDay).find((day) => day.endsWith("-02-29"));
  if (leapDay && dice.happens(0.15))
    for (const { parts } of contracts)
      for (const { qualification } of parts) {
        const at =
          startOfDay(plusDays(leapDay, -(qualification?.days ?? 0)), timeZone) + dice.whole(1, 20) * HOUR_MS;
        const isOfPart = findContract(contracts, at)?.parts.some(
          (one) => one.qualification === qualification,
        );
        if (qualification?.days && isOfPart && at >= startOfDay(firstDay(months[0] as string), timeZone))
          return at;
      }
  return pickMoment(dice, broker, startOfDay(firstDay(months[0] as string), timeZone), end);
}

/** The clients of a broker with all that they do in these months. */
export function createAccounts(dice: Dice, broker: Broker, size: number, name: string): Account[] {
  const { contracts, months, timeZone } = broker;
  const end = startOfDay(firstDay(plusMonths(months.at(-1) as string, 1)), timeZone);
  const moods = new Map(months.map((month) => [month, dice.happens(0.25) ? -1 : 1]));
  const kinds = contracts.flatMap(({ parts }) => parts.map(({ kind }) => kind));
  // A charge-back does not say of which deposit it is: under such a contract its client has one only.
  const paysDeposits = kinds.includes("percent_of_deposits") || kinds.includes("per_deposit");
  return Array.from({ length: size }, (_, index) => {
    const currency = dice.happens(0.5)
      ? ((contracts[0]?.currency ?? "EUR") as Currency)
      : dice.pick(CURRENCIES);
    const firstAt = pickFirstMoment(dice, broker, end);
    const person: Person = { dice, broker, country: dice.pick(COUNTRIES), currency, firstAt, end };
    const isChargedBack = dice.happens(0.2);
    const deposits = createDeposits(person, !(isChargedBack && paysDeposits));
    const entries = [...deposits, ...createTrades(person, moods)].sort((one, other) => one.at - other.at);
    const account: Account = { id: `${name}-client-${index}`, country: person.country, entries };
    return isChargedBack ? chargeBack(person, account) : addLastEntries(person, account);
  });
}
