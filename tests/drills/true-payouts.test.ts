import { describe, expect, test } from "vitest";
import { createOwner } from "../../drills/broker-back-office.ts";
import {
  compareRows,
  findWrongMonths,
  isWrong,
  type Told,
  workOut,
  workOutWithoutFifth,
} from "../../drills/true-payouts.ts";
import { payoutExamples } from "../fixtures/payout-examples.ts";

const SEED = 7;
/** Each kind of contract, alone and with others, twice. */
const owners = Array.from({ length: 26 }, (_, index) => createOwner(SEED, index, 20));

test.each(payoutExamples)("the product works out $name", async (example) => {
  const { contracts, clients, claims, rates, months, payouts } = example;
  const told: Told = {
    contracts,
    months,
    timeZone: contracts[0]?.timeZone ?? "UTC",
    clients: clients.map((client) => ({
      ...client,
      claims: claims.filter(({ factId }) => client.facts.some(({ id }) => id === factId)),
    })),
    rates: (day, from, to) => {
      if (from === to) return "1";
      return rates.find((one) => one.day === day && one.from === from && one.to === to)?.rate ?? "0";
    },
  };
  const { entries } = await workOut(told);
  const rows = entries
    .filter(({ amount, month }) => Number(amount) !== 0 && months.includes(month))
    .map(({ submissionId, month, kind, amount }) => [submissionId, month, kind, amount]);
  expect(rows.sort()).toEqual([...payouts].sort());
});

describe("of brokers that say all", () => {
  test("each row and each month is what they pay", async () => {
    for (const owner of owners) {
      const rows = compareRows(owner, await workOut(owner));
      expect(rows.filter(isWrong)).toEqual([]);
      expect(findWrongMonths(rows)).toEqual([]);
    }
  });

  test("each month is the sum of its rows", async () => {
    for (const owner of owners) {
      const { entries, months } = await workOut(owner);
      for (const { month, contractId, expected } of months) {
        const own = entries.filter((entry) => entry.month === month && entry.contractId === contractId);
        const cents = own.reduce((sum, { amount }) => sum + Math.round(Number(amount) * 100), 0);
        expect(Math.round(Number(expected) * 100)).toBe(cents);
      }
    }
  });

  test("nothing depends on the order of what they say", async () => {
    for (const owner of owners) {
      const clients = owner.clients.map((client) => ({ ...client, facts: client.facts.toReversed() }));
      expect(await workOut({ ...owner, clients })).toEqual(await workOut(owner));
    }
  });

  test("another client changes the rows of nobody but by the steps and losses of a month", async () => {
    for (const owner of owners) {
      const rows = async (clients: Told["clients"]) =>
        (await workOut({ ...owner, clients })).entries.filter(({ kind }) => kind === "cpa");
      const [first, ...others] = owner.clients;
      const all = await rows(owner.clients);
      expect(all.filter(({ submissionId }) => submissionId !== first?.id)).toEqual(await rows(others));
    }
  });
});

describe.each(["fact", "month"] as const)("of brokers that leave out a fifth, by each %s", (by) => {
  test("known rows are what they pay, and months name the clients that they lack", async () => {
    let count = 0;
    for (const [index, owner] of owners.entries()) {
      const { known, unnamed } = await workOutWithoutFifth(owner, index, by);
      count += known.length;
      expect(known.filter(isWrong)).toEqual([]);
      expect(unnamed).toEqual([]);
    }
    expect(count).toBeGreaterThan(100);
  });
});
