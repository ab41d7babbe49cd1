import { describe, expect, test } from "vitest";
import type { ClaimFacts } from "#app/services/statements/matching/types.ts";
import { type BrokerFacts, matchRows, type RowOfFile, type RunningRow } from "./match-rows.ts";

const NOTHING: BrokerFacts = {
  kind: "deposit",
  account: null,
  submissionId: null,
  clickId: null,
  subIds: [],
  email: null,
  emailMasked: null,
  emailSha256: null,
  emailMd5: null,
  phone: null,
  phoneEnding: null,
  name: null,
  userName: null,
  country: null,
  amount: null,
  net: null,
  fee: null,
  currency: null,
  convertedAmount: null,
  convertedCurrency: null,
  commission: null,
  commissionCurrency: null,
  at: null,
  count: null,
  span: null,
  firstAt: null,
  lots: null,
  trades: null,
  turnover: null,
  revenue: null,
};

const time = (text: string) => new Date(`2026-10-${text}Z`);
const instant = (text: string) => ({ from: time(text), to: time(text) });

type Said = Partial<BrokerFacts> & { id?: string; source?: RunningRow["source"]; received?: string };

let count = 0;
function row({ id, source = "postback", received = "14T11:05", ...facts }: Said): RunningRow {
  count += 1;
  const money = { account: "8412337", amount: "350.00", currency: "EUR", at: instant("14T11:00") };
  return {
    id: id ?? `row-${count}`,
    source,
    receivedAt: time(received),
    facts: { ...NOTHING, ...money, ...facts },
  };
}

const ana: ClaimFacts = {
  id: "ana",
  confirmedAt: time("14T12:00"),
  status: "pending",
  action: "deposit",
  email: "ana.lopez@gmail.com",
  phone: "+34600555123",
  account: "8412337",
  knownAccounts: [],
  linkClickIds: [],
  amount: "350",
  currency: "EUR",
  country: "ES",
  clickIds: ["click-of-ana"],
  subIds: [],
  source: null,
  campaign: null,
};
const claim = (more: Partial<ClaimFacts> = {}): ClaimFacts => ({ ...ana, ...more });

const match = (rows: RunningRow[], claims = [claim()], files: RowOfFile[] = []) =>
  matchRows({ rows, files, claims, convert: () => null }).evidence;
/** "ana certain postback deposit", of each claim. */
const said = (...given: Parameters<typeof match>) =>
  match(...given)
    .map((one) => [one.submissionId ?? "nobody", one.evidenceGroup, one.source, one.kind].join(" "))
    .sort();

test("a postback with the account number and the amount makes a claim certain", () => {
  expect(said([row({})])).toEqual(["ana certain postback deposit"]);
  expect(match([row({})])[0]?.reasons.map(({ text }) => text)).toEqual([
    "The broker names the account number 8412337.",
    "Both say 350.00 EUR.",
    "The deposit was 1 hour before the confirmation.",
  ]);
});

test("a click id in any sub-id of a postback names its claim", () => {
  const named = row({ account: null, subIds: ["autumn", "click-of-ana"] });
  expect(said([named])).toEqual(["ana certain postback deposit"]);
  expect(said([row({ account: null, subIds: ["autumn"] })], [claim({ subIds: ["autumn"] })])).toEqual([
    "nobody unmatched postback deposit",
  ]);
});

test("what two sources say of one deposit is one proof", () => {
  const rows = [row({}), row({ source: "api", amount: "349.00", at: instant("14T11:20") })];
  expect(said(rows)).toEqual(["ana certain api deposit", "ana certain postback deposit"]);
  const two = [claim(), claim({ id: "again", confirmedAt: time("14T15:00") })];
  expect(said(rows, two)).toEqual([
    "again contradicted api deposit",
    "again contradicted postback deposit",
    "ana likely api deposit",
    "ana likely postback deposit",
  ]);
});

test("two deposits of one source prove two claims", () => {
  const rows = [row({}), row({ at: instant("14T14:00") })];
  const two = [claim(), claim({ id: "again", confirmedAt: time("14T15:00") })];
  expect(said(rows, two)).toEqual(["again certain postback deposit", "ana certain postback deposit"]);
});

test("of two verified claims of the same money the later is contradicted", () => {
  const two = [
    claim({ status: "handled" }),
    claim({ id: "later", status: "handled", confirmedAt: time("14T15:00") }),
  ];
  expect(said([row({})], two)).toEqual([
    "ana certain postback deposit",
    "later contradicted postback deposit",
  ]);
  expect(match([row({})], two).flatMap(({ reasons }) => reasons.map(({ text }) => text))).toContain(
    "Another row of the broker already proves another claim.",
  );
});

describe("a first deposit", () => {
  test("and the deposit that it is are one proof, also of one source", () => {
    const rows = [row({}), row({ kind: "first_deposit" })];
    const two = [claim(), claim({ id: "again", confirmedAt: time("14T15:00") })];
    expect(said(rows, two)).toEqual(["again contradicted postback deposit", "ana likely postback deposit"]);
  });

  test("that adds up a day proves no more than its deposits", () => {
    const rows = [
      row({ amount: "100" }),
      row({ amount: "250", at: instant("14T13:00") }),
      row({ kind: "first_deposit", amount: "350", source: "api" }),
    ];
    const three = [
      claim({ amount: "100" }),
      claim({ id: "second", amount: "250", confirmedAt: time("14T14:00") }),
      claim({ id: "third", amount: "350", confirmedAt: time("14T16:00") }),
    ];
    expect(said(rows, three).filter((one) => one.includes("certain"))).toEqual([
      "ana certain postback deposit",
      "second certain postback deposit",
    ]);
  });
});

describe("a total without a period", () => {
  const total = (more: Said) => row({ kind: "sum", source: "api", span: "lifetime", at: null, ...more });

  test("is likely at most, because it may be of earlier deposits", () => {
    expect(said([total({ amount: "350" })])).toEqual(["ana likely api sum"]);
    expect(said([total({ amount: "5000" })])).toEqual(["ana likely api sum"]);
  });

  test("proves what it grew between two answers", () => {
    const rows = [
      total({ amount: "1000", received: "14T10:00" }),
      total({ amount: "1350", received: "14T12:05" }),
    ];
    expect(said(rows)).toEqual(["ana certain api sum"]);
    expect(said([...rows.slice(0, 1), total({ amount: "1000", received: "14T12:05" })])).not.toContain(
      "ana certain api sum",
    );
  });

  test("proves a claim where the first deposit is in the claim's time", () => {
    expect(said([total({ amount: "350", firstAt: time("14T11:00") })])).toEqual(["ana certain api sum"]);
    expect(said([total({ amount: "350", firstAt: time("01T11:00") })])).toEqual(["ana certain api sum"]);
    const old = claim({ confirmedAt: new Date("2026-11-20T12:00Z") });
    const asked = total({ amount: "350", firstAt: time("01T11:00"), received: "31T11:00" });
    expect(said([asked], [old])).toEqual(["ana likely api sum"]);
  });

  test("proves nothing beside the deposits in it", () => {
    const rows = [
      row({}),
      total({ amount: "1000", received: "14T10:00" }),
      total({ amount: "1350", received: "14T12:05" }),
    ];
    const two = [claim(), claim({ id: "again", confirmedAt: time("14T12:02") })];
    expect(said(rows, two).filter((one) => one.includes("certain"))).toEqual([
      "ana certain postback deposit",
    ]);
  });

  test("holds deposits of the hour before its first answer, because an answer may be an hour late", () => {
    const rows = (minutes: number) => [
      row({
        at: {
          from: new Date(+time("14T10:00") - minutes * 60_000),
          to: new Date(+time("14T10:00") - minutes * 60_000),
        },
      }),
      total({ amount: "1000", received: "14T10:00" }),
      total({ amount: "1350", received: "14T12:05" }),
    ];
    const two = [
      claim({ confirmedAt: time("14T10:30") }),
      claim({ id: "again", confirmedAt: time("14T12:02") }),
    ];
    const certain = (minutes: number) =>
      said(rows(minutes), two).filter((one) => one.includes("certain")).length;
    expect([certain(50), certain(70)]).toEqual([1, 2]);
  });

  test("of thirty days and of all time are the same money", () => {
    const both = (received: string, days: string, all: string) => [
      total({ amount: days, received, span: "30 days" }),
      total({ amount: all, received }),
    ];
    const rows = [...both("14T10:00", "0", "1000"), ...both("14T12:05", "350", "1350")];
    const two = [claim(), claim({ id: "again", confirmedAt: time("14T12:02") })];
    expect(said(rows, two).filter((one) => one.includes("ana") || one.includes("again"))).toEqual([
      "again contradicted api sum",
      "ana likely api sum",
    ]);
  });
});

test("a deposit of more than a week before is likely, whatever keys it has", () => {
  const named = (day: string) =>
    row({ email: ana.email, clickId: "click-of-ana", at: instant(`${day}T11:00`) });
  expect([said([named("08")]), said([named("06")])]).toEqual([
    ["ana certain postback deposit"],
    ["ana likely postback deposit"],
  ]);
});

test("a registration alone is likely, and a claim without its client has none", () => {
  const registered = row({ kind: "registration", amount: null, currency: null });
  expect(said([registered])).toEqual(["ana likely postback registration"]);
  expect(said([registered], [claim({ account: "999999" })])).toEqual([
    "nobody unmatched postback registration",
  ]);
});

test("money that was taken back contradicts its claim, whoever tells it", () => {
  const back = { kind: "reversal", amount: "-350", at: instant("15T09:00") } as const;
  const earlier = row({ at: instant("10T08:00") });
  const rows = [row({}), earlier, row(back), row({ ...back, source: "api" })];
  const two = [claim(), claim({ id: "earlier", confirmedAt: time("10T09:00") })];
  expect(said(rows, two).filter((one) => !one.startsWith("nobody"))).toEqual([
    "ana contradicted api reversal",
    "ana contradicted postback deposit",
    "earlier likely postback deposit",
  ]);
});

test("a deposit that only a file has is left to the file, and one that both have is one", () => {
  const {
    kind: _,
    span: _1,
    firstAt: _2,
    lots: _3,
    trades: _4,
    turnover: _5,
    revenue: _6,
    ...facts
  } = row({}).facts;
  const ofFile: RowOfFile = {
    statementId: "file",
    kind: "transactions",
    row: { ...facts, kind: null, line: 7 },
  };
  const registered = row({ kind: "registration", amount: null, currency: null, received: "13T11:00" });
  expect(said([registered], [claim()], [ofFile])).toEqual(["nobody unmatched postback registration"]);
  expect(said([row({})], [claim()], [ofFile])).toEqual(["ana certain postback deposit"]);
  const two = [claim({ status: "handled" }), claim({ id: "again", confirmedAt: time("14T15:00") })];
  expect(said([row({})], two, [ofFile])).toEqual([
    "again contradicted postback deposit",
    "ana certain postback deposit",
  ]);
});

test("what a broker may have said twice proves one claim for certain, and a second one never", () => {
  const at = { from: time("13T11:05"), to: time("14T11:05") };
  const rows = [row({ at }), row({ at, isPerhapsRepeated: true })];
  const certain = (found: string[]) => found.filter((one) => one.includes("certain"));
  expect(certain(said(rows))).toHaveLength(1);
  const two = [claim(), claim({ id: "again", confirmedAt: time("14T12:30") })];
  expect(certain(said(rows, two)).length).toBeLessThan(2);
  expect(said([row({ at, isPerhapsRepeated: true })])).toEqual(["ana likely postback deposit"]);
  expect(said([row({ at, isPerhapsRepeated: true }), row({ at, source: "api" })])).toContain(
    "ana certain api deposit",
  );
});
