import { expect, test } from "vitest";
import { DAY, HOUR } from "#app/lib/dates.ts";
import type { EvidenceKind } from "#app/lib/evidence.ts";
import type { PostbackMeaning } from "#app/lib/postbacks.ts";
import { toPlainKinds } from "./postback-kinds.ts";
import { readCall } from "./read-call.ts";
import { type PostbackReading, readPostback } from "./read-postback.ts";

const receivedAt = new Date("2026-11-20T10:00:00Z");
const FIELDS: [string, PostbackMeaning][] = [
  ["event", "kind"],
  ["status", "status"],
  ["player", "account"],
  ["email", "email"],
  ["sub", "clickId"],
  ["sub2", "clickId"],
  ["amount", "amount"],
  ["currency", "currency"],
  ["time", "datetime"],
  ["registered", "registeredAt"],
  ["revenue", "revenue"],
  ["tx", "transactionId"],
];

type Options = Partial<Omit<PostbackReading, "kinds">> & {
  kinds?: Record<string, EvidenceKind>;
  issued?: string[];
};

function read(query: string, { kinds = {}, issued = [], ...reading }: Options = {}, body?: string) {
  const parameters = readCall({ query, body: body ?? null, bodyType: body ? "json" : null });
  if (typeof parameters === "string") throw new Error(parameters);
  return readPostback(
    parameters,
    {
      fields: FIELDS.map(([name, meaning]) => ({ name, meaning })),
      amountIn: "units",
      currency: null,
      timeZone: "UTC",
      dateOrder: "day-first",
      ...reading,
      kinds: toPlainKinds(kinds),
    },
    { receivedAt, isIssued: (id) => issued.includes(id) },
  );
}

function facts(query: string, options?: Options, body?: string) {
  const said = read(query, options, body);
  if (!("facts" in said)) throw new Error(said.problem);
  return said.facts;
}
const problem = (query: string, options?: Options) => {
  const said = read(query, options);
  return "facts" in said ? null : [said.outcome, said.problem];
};

test("amounts come with a point or a comma, in units or cents, and as figures of JSON", () => {
  const of = (amount: string, more: Options = {}) =>
    facts(`event=deposit&player=8412001&amount=${amount}&currency=EUR`, more).amount;
  expect(["250", "250.50", "250,50", "1.250,50", "1,250.50"].map((amount) => of(amount))).toEqual([
    "250",
    "250.50",
    "250.50",
    "1250.50",
    "1250.50",
  ]);
  expect(of("25050", { amountIn: "cents" })).toBe("250.5");
  const yen = "event=deposit&player=8412001&amount=25050&currency=JPY";
  expect(facts(yen, { amountIn: "cents" }).amount).toBe("25050");
  expect(facts("event=deposit&currency=EUR", {}, '{"player":8412001,"amount":1.250}').amount).toBe("1.25");
});

test("a figure that may have thousands or decimals is read by another one of the call, or not", () => {
  const unclear = "event=deposit&player=8412001&amount=1.250&currency=EUR";
  expect(problem(unclear)?.[0]).toBe("unreadable");
  expect(facts(`${unclear}&revenue=12,50`).amount).toBe("1250");
  expect(facts(`${unclear}&revenue=12.50`).amount).toBe("1.250");
});

test("a currency that does not exist makes no row, and one that is missing is the owner's", () => {
  expect(problem("event=deposit&player=8412001&amount=250&currency=XYQ")).toEqual([
    "unreadable",
    '"XYQ" is no currency.',
  ]);
  expect(facts("event=deposit&player=8412001&amount=250", { currency: "USD" }).currency).toBe("USD");
});

test("times come in seconds, milliseconds, ISO and days by the owner's order and zone", () => {
  const at = (time: string, more: Options = {}) =>
    facts(`event=deposit&player=8412001&amount=250&time=${time}`, more).at?.from.toISOString();
  expect(at("1763614800")).toBe("2025-11-20T05:00:00.000Z");
  expect(at("1763614800123")).toBe("2025-11-20T05:00:00.000Z");
  expect(at("2026-11-20T08:30:00%2B02:00")).toBe("2026-11-20T06:30:00.000Z");
  expect(at("03/11/2026 08:30", { timeZone: "Europe/Madrid" })).toBe("2026-11-03T07:30:00.000Z");
  expect(at("11/03/2026 08:30", { dateOrder: "month-first" })).toBe("2026-11-03T08:30:00.000Z");
  expect(problem("event=deposit&player=8412001&amount=250&time=03/12/2026")?.[1]).toMatch(/future/);
  expect(problem("event=deposit&player=8412001&amount=250&time=soon")?.[1]).toBe('"soon" is no date.');
});

test("a call without a time was in the day before it came", () => {
  expect(facts("event=deposit&player=8412001&amount=250").at).toEqual({
    from: new Date(+receivedAt - DAY),
    to: receivedAt,
  });
  const registered = facts(
    `event=registration&player=8412001&registered=${+receivedAt / 1000 - HOUR / 1000}`,
  );
  expect(registered.at?.from).toEqual(new Date(+receivedAt - HOUR));
});

test("words for kinds are known, or the owner's, and an unknown one says nothing", () => {
  const kind = (query: string, more: Options = {}) =>
    facts(`player=8412001&amount=250&currency=EUR&${query}`, more).kind;
  expect(kind("event=FTD")).toBe("first_deposit");
  expect(kind("event=first_deposit")).toBe("first_deposit");
  expect(kind("event=Chargeback")).toBe("reversal");
  expect(kind("event=qualified")).toBe("qualification");
  expect(kind("event=goal2", { kinds: { goal2: "deposit" } })).toBe("deposit");
  expect(kind("", { kinds: { "": "deposit" } })).toBe("deposit");
  expect(kind("event=deposit&status=reversed")).toBe("reversal");
  expect(problem("player=8412001&event=goal2")).toEqual(["unmapped", "What “goal2” means is not said yet."]);
  expect(problem("player=8412001&event=deposit&status=pending&amount=1")?.[0]).toBe("nothing");
  expect(problem("player=8412001&event=deposit&status=odd&amount=1")?.[0]).toBe("nothing");
});

test("a deposit without an amount says that the client is there, and one of nothing says nothing", () => {
  expect(facts("event=deposit&player=8412001").kind).toBe("registration");
  expect(facts("event=deposit&player=8412001&amount={amount}").kind).toBe("registration");
  expect(problem("event=deposit&player=8412001&amount=0")?.[0]).toBe("nothing");
  expect(problem("event=deposit&amount=250&currency=EUR")?.[0]).toBe("nothing");
});

test("a value in the form of our click ids counts only if we issued it", () => {
  const id = "k3v9x0q2m8t7w1a5b6c4";
  const query = `event=deposit&player=8412001&amount=250&sub=${id.toUpperCase()}&sub2=campaign-7`;
  expect(facts(query, { issued: [id] })).toMatchObject({ clickId: id, subIds: ["campaign-7"] });
  expect(facts(query)).toMatchObject({ clickId: "campaign-7", subIds: [] });
  const unnamed = facts(`event=deposit&player=8412001&amount=250&note=${id}`, { issued: [id] });
  expect(unnamed.clickId).toBe(id);
});

test("a placeholder in the place of a number or a click id names nobody", () => {
  const money = "event=deposit&amount=250&currency=EUR";
  for (const none of ["0", "-", "000000", "n/a", "None"]) {
    expect(problem(`${money}&player=${none}&sub=${none}`)?.[0]).toBe("nothing");
    const named = facts(`${money}&player=${none}&sub=${none}&email=rosa@example.com`);
    expect([named.account, named.clickId, named.email]).toEqual([null, null, "rosa@example.com"]);
  }
  expect(facts(`${money}&player=0840`).account).toBe("0840");
});

test("what is paid to the affiliate is a commission, and a total without a time is of all time", () => {
  expect(facts("event=commission&player=8412001&amount=120&currency=USD")).toMatchObject({
    kind: "commission",
    amount: null,
    commission: "120",
  });
  expect(facts("event=total&player=8412001&amount=900", { kinds: { total: "sum" } })).toMatchObject({
    kind: "sum",
    span: "lifetime",
    at: null,
  });
});
