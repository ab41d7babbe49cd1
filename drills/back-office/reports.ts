import Decimal from "decimal.js-light";
import { groupBy } from "#app/lib/group-by.ts";
import { dayOf, firstDay, lastDay, monthOf, spanOf } from "./calendar.ts";
import type { Account, Claim, Client, Entry, Fact } from "./types.ts";

/** How exactly a broker tells what it has booked. */
export type Reporting = {
  deposits: "moment" | "day";
  /** Null where the broker tells nothing of trades. */
  trades: "trade" | "day" | "month" | null;
  /** Whether it says of clients that they qualified. */
  saysQualified: boolean;
  /** Whether each deposit is claimed, and not the first one only. */
  claimsAll: boolean;
};

type Told = { reporting: Reporting; timeZone: string; months: readonly string[] };
type Trade = Extract<Entry, { kind: "trade" }>;
type Money = Exclude<Entry, { kind: "trade" | "approval" | "left" }>;

const NOTHING = { amount: null, currency: null, lots: null, trades: null, turnover: null, revenue: null };
const KINDS = { deposit: "deposit", withdrawal: "withdrawal", chargeBack: "reversal" } as const;
const isMoney = (entry: Entry): entry is Money => entry.kind in KINDS;
const toMoment = (at: number) => ({ from: new Date(at), to: new Date(at) });

const sumOf = (trades: readonly Trade[], of: "lots" | "turnover" | "revenue") =>
  trades.reduce((sum, trade) => sum.plus(trade[of]), new Decimal(0)).toFixed();

/** One row for trades of a moment, a day or a month, all in one currency. */
const toTrading = (trades: readonly Trade[], at: Fact["at"], currency: string): Omit<Fact, "id"> => ({
  kind: "trading",
  at,
  amount: null,
  currency,
  lots: sumOf(trades, "lots"),
  trades: trades.length,
  turnover: sumOf(trades, "turnover"),
  revenue: sumOf(trades, "revenue"),
});

function tellTrades(account: Account, { reporting, timeZone, months }: Told): Omit<Fact, "id">[] {
  const trades = account.entries.filter((entry): entry is Trade => entry.kind === "trade");
  if (reporting.trades === null) return [];
  if (reporting.trades === "trade")
    return trades.map((one) => toTrading([one], toMoment(one.at), one.currency));
  if (reporting.trades === "day") {
    const days = groupBy(trades, ({ at, currency }) => `${dayOf(at, timeZone)} ${currency}`);
    return [...days].map(([key, own]) => {
      const [day = "", currency = ""] = key.split(" ");
      return toTrading(own, spanOf(day, day, timeZone), currency);
    });
  }
  // A sum of a month has a row without trades too, until the client leaves.
  const toMonth = ({ at }: Entry) => monthOf(dayOf(at, timeZone));
  const byMonth = groupBy(trades, toMonth);
  const first = account.entries[0];
  const end = account.entries.find(({ kind }) => kind === "left" || kind === "chargeBack");
  return months
    .filter((month) => first && toMonth(first) <= month && (!end || month <= toMonth(end)))
    .map((month) => {
      const own = byMonth.get(month) ?? [];
      const currency = (own[0] ?? trades[0])?.currency ?? "EUR";
      return toTrading(own, spanOf(firstDay(month), lastDay(month), timeZone), currency);
    });
}

/** A day has no order: the deposits of a day with two are told with their time. */
function tellMoney(
  account: Account,
  { reporting, timeZone }: Told,
): { entry: Money; fact: Omit<Fact, "id"> }[] {
  const entries = account.entries.filter(isMoney);
  return entries.map((entry) => {
    const day = dayOf(entry.at, timeZone);
    const isAlone = entries.filter(({ at }) => dayOf(at, timeZone) === day).length === 1;
    const at = reporting.deposits === "day" && isAlone ? spanOf(day, day, timeZone) : toMoment(entry.at);
    const { amount, currency } = entry;
    return { entry, fact: { ...NOTHING, kind: KINDS[entry.kind], at, amount, currency } };
  });
}

/** What the partner knows of a client. `qualifiedOn`: the days on which a payment for it became due. */
export function tell(account: Account, qualifiedOn: readonly string[], told: Told): Client {
  const money = tellMoney(account, told);
  const words = told.reporting.saysQualified ? qualifiedOn : [];
  const approved = account.entries.filter(({ kind }) => kind === "approval");
  // A manager's word is the only evidence of it.
  const qualified = words.length > 0 ? words : approved.map(({ at }) => dayOf(at, told.timeZone));
  const rows: Omit<Fact, "id">[] = [
    ...money.map(({ fact }) => fact),
    ...tellTrades(account, told),
    ...qualified.map((day) => ({
      ...NOTHING,
      kind: "qualification" as const,
      at: spanOf(day, day, told.timeZone),
    })),
    ...account.entries
      .filter(({ kind }) => kind === "left")
      .map(({ at }) => ({ ...NOTHING, kind: "left" as const, at: toMoment(at) })),
  ];
  const ids = new Map(rows.map((row, index) => [row, `${account.id}-fact-${index}`]));
  const facts = rows.map((row): Fact => ({ ...row, id: ids.get(row) as string }));
  const deposits = money.filter(({ entry }) => entry.kind === "deposit");
  const claims = deposits.slice(0, told.reporting.claimsAll ? undefined : 1).map(
    ({ entry, fact }): Claim => ({
      id: `${account.id}-claim-${entry.at}`,
      factId: ids.get(fact) as string,
      amount: entry.amount,
      currency: entry.currency,
      confirmedAt: new Date(entry.at),
    }),
  );
  return {
    id: account.id,
    country: account.country,
    claims,
    facts: facts.sort((a, b) => +a.at.from - +b.at.from),
  };
}
