import Decimal from "decimal.js-light";
import { expect, test } from "vitest";
import { PART_KINDS } from "#app/lib/contracts.ts";
import { dayOf, monthOf } from "../../drills/back-office/calendar.ts";
import { settle } from "../../drills/back-office/ledger.ts";
import type { Owner, Payout } from "../../drills/back-office/types.ts";
import { createOwner, removeFifth } from "../../drills/broker-back-office.ts";
import { toEntries } from "./to-entries.ts";

const SEED = 20_261_130;
const owners = Array.from({ length: 52 }, (_, index) => createOwner(SEED, index, 12));

const monthIn = ({ timeZone }: Owner, at: Date) => monthOf(dayOf(at.getTime(), timeZone));

/** Without reasons: a manager's word and the conditions give the same payment for others. */
function sumUp(payouts: readonly Payout[]): Record<string, string> {
  const sums = new Map<string, Decimal>();
  for (const { clientId, month, kind, currency, amount } of payouts) {
    const key = [clientId, month, kind, currency].join(" ");
    sums.set(key, (sums.get(key) ?? new Decimal(0)).plus(amount));
  }
  return Object.fromEntries([...sums].map(([key, sum]) => [key, sum.toFixed()]));
}

test("the same seed gives the same owners, another one gives others", () => {
  const toText = (owner: Owner) =>
    JSON.stringify([owner, owner.rates(`${owner.months[5]}-14`, "USD", "JPY")]);
  expect(toText(createOwner(SEED, 3))).toBe(toText(createOwner(SEED, 3)));
  expect(toText(createOwner(SEED, 3))).not.toBe(toText(createOwner(SEED + 1, 3)));
  expect(toText(createOwner(SEED, 3))).not.toBe(toText(createOwner(SEED, 4)));
});

test("owners have every kind of contract, and each kind pays", () => {
  const contracts = owners.flatMap((owner) => owner.contracts);
  const kinds = new Set(contracts.flatMap(({ parts }) => parts.map(({ kind }) => kind)));
  expect([...kinds].sort()).toEqual([...PART_KINDS].sort());
  const paid = new Set(owners.flatMap(({ payouts }) => payouts.map(({ kind }) => kind)));
  expect([...paid].sort()).toEqual(PART_KINDS.filter((kind) => kind !== "unknown").sort());
  expect(new Set(contracts.map(({ parts }) => parts.length))).toEqual(new Set([1, 2, 3]));
  const asked = contracts.flatMap(({ parts }) =>
    parts.map(({ qualification }) => JSON.stringify(qualification)),
  );
  const forms = new Set(asked.map((text) => text.replace(/"depositMin":"\d+"/, '"depositMin":"some"')));
  // One is to ask nothing, and two differ in the amount only.
  expect(forms.size).toBe(8);
});

test("contracts are for whole months and follow each other", () => {
  for (const { contracts } of owners)
    for (const [index, { startsOn, endsOn }] of contracts.entries()) {
      expect(startsOn).toMatch(/-01$/);
      const next = contracts[index + 1];
      if (next) expect(endsOn !== null && endsOn < next.startsOn).toBe(true);
    }
});

test("each row is of one day or month of the broker, and all months hold a 29 February", () => {
  for (const owner of owners) {
    expect(owner.months).toHaveLength(24);
    expect(owner.months.some((month) => month === "2020-02" || month === "2024-02")).toBe(true);
    for (const { at } of owner.clients.flatMap(({ facts }) => facts)) {
      expect(at.from <= at.to).toBe(true);
      expect(owner.months).toContain(monthIn(owner, at.from));
      expect(monthIn(owner, at.to)).toBe(monthIn(owner, at.from));
    }
  }
});

test("what an owner is told is enough to work out all that is paid", () => {
  let payouts = 0;
  for (const { contracts, clients, rates, months, payouts: paid } of owners) {
    const accounts = clients.map(({ id, country, facts, claims }) => ({
      id,
      country,
      entries: toEntries(facts, claims),
    }));
    expect(sumUp(settle(contracts, accounts, rates, months))).toEqual(sumUp(paid));
    payouts += paid.length;
  }
  expect(payouts).toBeGreaterThan(1_000);
});

test("charge-backs come within the days and after them, and losses are carried", () => {
  const reasons = owners.flatMap(({ payouts }) => payouts.map(({ reason }) => reason));
  const takenBack = reasons.filter((reason) => reason.startsWith("charged back")).length;
  const reversals = owners.flatMap(({ clients }) =>
    clients.filter(({ facts }) => facts.some(({ kind }) => kind === "reversal")),
  );
  expect(takenBack).toBeGreaterThan(20);
  expect(reversals.length).toBeGreaterThan(takenBack);
  expect(reasons).toContain("loss of the months before");
});

test.each(["fact", "month"] as const)("a fifth that is removed by %s is named, and the rest stays", (by) => {
  const owner = createOwner(SEED, 5);
  const { clients, touched } = removeFifth(owner, 1, by);
  expect(removeFifth(owner, 1, by)).toEqual({ clients, touched });
  expect(removeFifth(owner, 2, by).touched).not.toEqual(touched);
  const listRows = (all: Owner["clients"]) =>
    all.flatMap(({ id, facts }) =>
      facts.map((fact) => ({ fact, key: `${id} ${monthIn(owner, fact.at.from)}` })),
    );
  const before = listRows(owner.clients);
  const after = listRows(clients);
  const gone = before.filter(({ fact }) => !after.some((one) => one.fact === fact));
  expect(before.length - after.length).toBe(gone.length);
  expect(new Set(gone.map(({ key }) => key))).toEqual(
    new Set(touched.map(({ clientId, month }) => `${clientId} ${month}`)),
  );
  const keys = (rows: typeof before) => new Set(rows.map(({ key }) => key));
  if (by === "fact") expect(gone).toHaveLength(Math.round(before.length / 5));
  else {
    expect(keys(gone).size).toBe(Math.round(keys(before).size / 5));
    expect([...keys(gone)].filter((key) => keys(after).has(key))).toEqual([]);
  }
});
