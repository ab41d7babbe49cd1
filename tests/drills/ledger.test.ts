import { expect, test } from "vitest";
import { settle } from "../../drills/back-office/ledger.ts";
import type { Account, Rates } from "../../drills/back-office/types.ts";
import { payoutExamples } from "../fixtures/payout-examples.ts";
import { toEntries } from "./to-entries.ts";

test.each(payoutExamples)(
  "the back office pays $name",
  ({ contracts, clients, claims, rates, months, payouts }) => {
    const accounts = clients.map(
      ({ id, country, facts }): Account => ({ id, country, entries: toEntries(facts, claims) }),
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
  },
);
