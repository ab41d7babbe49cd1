import { expect, test } from "vitest";
import { settle } from "../../drills/back-office/ledger.ts";
import type { Account, Entry, Fact, Rates } from "../../drills/back-office/types.ts";
import { payoutExamples } from "../fixtures/payout-examples.ts";

/** What the broker booked where it tells each event by itself. */
function toEntry({ kind, at, amount, currency, lots, revenue }: Fact): Entry {
  const moment = at.from.getTime();
  const money = { at: moment, amount: amount ?? "0", currency: currency ?? "EUR" };
  if (kind === "deposit" || kind === "withdrawal") return { ...money, kind };
  if (kind === "reversal") return { ...money, kind: "chargeBack" };
  if (kind === "trading")
    return { ...money, kind: "trade", lots: lots ?? "0", turnover: "0", revenue: revenue ?? "0" };
  return kind === "left" ? { at: moment, kind } : { at: moment, kind: "approval" };
}

test.each(payoutExamples)("the back office pays $name", ({ contracts, clients, rates, months, payouts }) => {
  const accounts = clients.map(
    ({ id, country, facts }): Account => ({ id, country, entries: facts.map(toEntry) }),
  );
  const getRate: Rates = (day, from, to) => {
    if (from === to) return "1";
    const rate = rates.find((one) => one.day === day && one.from === from && one.to === to);
    if (!rate) throw new Error(`There is no rate of ${day} from ${from} to ${to}.`);
    return rate.rate;
  };
  const paid = settle(contracts, accounts, getRate, months);
  const rows = paid.map(({ clientId, month, kind, amount }) => [clientId, month, kind, amount]);
  expect(rows.sort()).toEqual([...payouts].sort());
});
