import { describe, expect, test } from "vitest";
import type { Contract, ContractPart, ContractStep, PartKind, Qualification } from "#app/lib/contracts.ts";
import { calculateWorth } from "./calculate-worth.ts";
import { listCountdown } from "./countdown.ts";
import type { WorthClient, WorthFact } from "./worth.ts";
import { sumWorthAfter } from "./worth-after.ts";

const step = (from: string, to: string | null, value: string, countries: string[] | null = null) =>
  ({
    id: `${from}-${value}-${countries}`,
    name: "",
    position: 0,
    from,
    to,
    countries,
    value,
  }) as ContractStep;

const part = (kind: PartKind, steps: ContractStep[], more: Partial<ContractPart> = {}): ContractPart => ({
  kind,
  steps,
  qualification: null,
  carriesLosses: false,
  clawBackDays: null,
  ...more,
});

const asked = (more: Partial<Qualification> = {}): Qualification => ({
  depositMin: null,
  within: "days",
  days: null,
  lotsMin: null,
  tradesMin: null,
  ...more,
});

const contract = (parts: ContractPart[], more: Partial<Contract> = {}): Contract => ({
  id: "contract",
  startsOn: "1970-01-01",
  endsOn: null,
  timeZone: "Europe/Madrid",
  currency: "EUR",
  parts,
  paidOnDay: null,
  ...more,
});

const cpa = (qualification: Partial<Qualification> = {}, more: Partial<ContractPart> = {}) =>
  part("cpa", [step("0", null, "400")], { qualification: asked(qualification), ...more });

/** A moment `2026-10-05T10:00Z`, a day in Madrid `2026-10-05`. */
function toInterval(at: string): WorthFact["at"] {
  if (at.includes("T")) return { from: new Date(at), to: new Date(at) };
  const from = new Date(`${at}T00:00+02:00`);
  return { from, to: new Date(+from + 24 * 3_600_000 - 1) };
}

const fact = (kind: WorthFact["kind"], at: string, more: Partial<WorthFact> = {}): WorthFact => ({
  id: `${kind} ${at} ${more.amount ?? more.revenue ?? more.lots ?? ""}`,
  kind,
  at: toInterval(at),
  amount: null,
  currency: "EUR",
  lots: null,
  trades: null,
  turnover: null,
  revenue: null,
  ...more,
});
const deposit = (at: string, amount: string | null, more: Partial<WorthFact> = {}) =>
  fact("deposit", at, { amount, ...more });
const trading = (at: string, more: Partial<WorthFact>) => fact("trading", at, more);

/** Its claim is of the day of its first deposit. */
const client = (facts: WorthFact[], more: Partial<WorthClient> = {}): WorthClient => ({
  submissionId: "client",
  country: "DE",
  confirmedOn:
    facts
      .find(({ kind }) => kind === "deposit")
      ?.at.to.toISOString()
      .slice(0, 10) ?? "2026-10-05",
  chargedBackAt: null,
  commissions: [],
  paid: [],
  ...more,
  facts,
});

const convert = (amount: string, from: string, to: string) =>
  from === "USD" && to === "EUR" ? String(Number(amount) * 0.5) : null;

const NOW = new Date("2026-11-30T12:00Z");

type Given = { contracts: Contract[]; clients: WorthClient[]; since?: string; now?: Date };
const calculate = ({ now = NOW, since = "2026-11", ...given }: Given) =>
  calculateWorth({ ...given, convert, since, now });

/** What is said of one client of one contract. */
async function assess(parts: ContractPart[], facts: WorthFact[], more: Partial<WorthClient> = {}) {
  const worth = await calculate({ contracts: [contract(parts)], clients: [client(facts, more)] });
  return { ...worth, own: worth.clients[0] };
}

const brief = ({ entries }: Awaited<ReturnType<typeof calculate>>) =>
  entries.map(({ day, amount, reason }) => `${day} ${amount} ${reason}`);

describe("a sum once a client qualifies", () => {
  const terms = { depositMin: "500", days: 30, lotsMin: "2", tradesMin: 3 };

  test("is paid on the day on which the last condition is met", async () => {
    const { own, ...worth } = await assess(
      [cpa(terms)],
      [
        deposit("2026-10-05T10:00Z", "300"),
        deposit("2026-10-07T10:00Z", "200"),
        trading("2026-10-08T10:00Z", { lots: "1.5", trades: 3 }),
        trading("2026-10-09T22:30Z", { lots: "0.5", trades: 1 }),
      ],
    );
    // Half past twelve at night in Madrid.
    expect(brief(worth)).toEqual(["2026-10-10 400.00 qualified"]);
    expect(own).toMatchObject({ state: "qualified", amount: "400.00", qualifiedOn: "2026-10-10", lacks: [] });
    expect(worth.months).toMatchObject([{ month: "2026-10", expected: "400.00", clientCount: 1 }]);
  });

  test("says what is lacking, and until when, while it can be met", async () => {
    const { own, entries } = await assess(
      [cpa(terms)],
      [deposit("2026-11-20T10:00Z", "300"), trading("2026-11-21", { lots: "1.8", trades: 1 })],
    );
    expect(entries).toEqual([]);
    expect(own).toMatchObject({
      state: "expected",
      amount: "400.00",
      lacks: [
        { what: "deposit", amount: "200", until: "2026-12-20" },
        { what: "lots", amount: "0.2", until: "2026-12-20" },
        { what: "trades", amount: "2", until: "2026-12-20" },
      ],
    });
  });

  test("comes to nothing for a client that missed the last day", async () => {
    const facts = [
      deposit("2026-10-05T10:00Z", "500"),
      trading("2026-11-05T10:00Z", { lots: "2", trades: 3 }),
    ];
    const { own, entries } = await assess([cpa(terms)], facts);
    expect(entries).toEqual([]);
    expect(own).toMatchObject({
      state: "expected",
      amount: "0.00",
      lacks: [
        { what: "lots", amount: "2", until: "2026-11-04" },
        { what: "trades", amount: "3", until: "2026-11-04" },
      ],
    });
    const inTime = [facts[0]!, trading("2026-11-04T22:59Z", { lots: "2", trades: 3 })];
    expect((await assess([cpa(terms)], inTime)).own).toMatchObject({ qualifiedOn: "2026-11-04" });
  });

  test("has no last day without a number of days", async () => {
    const facts = [deposit("2026-01-05T10:00Z", "100"), trading("2026-11-05T10:00Z", { lots: "2" })];
    expect((await assess([cpa({ lotsMin: "2" })], facts)).own).toMatchObject({ qualifiedOn: "2026-11-05" });
    expect((await assess([cpa({ lotsMin: "3" })], facts)).own).toMatchObject({
      amount: "400.00",
      lacks: [{ what: "lots", amount: "1", until: null }],
    });
  });

  test("counts 29 February as a day of its year", async () => {
    const facts = [deposit("2024-02-28T10:00Z", "100"), trading("2024-02-29T10:00Z", { lots: "1" })];
    expect((await assess([cpa({ days: 1, lotsMin: "1" })], facts)).own?.qualifiedOn).toBe("2024-02-29");
    const { own } = await assess([cpa({ days: 1, lotsMin: "2" })], facts);
    expect(own?.lacks).toEqual([{ what: "lots", amount: "1", until: "2024-02-29" }]);
  });

  test("without a qualification is due with the first deposit", async () => {
    const { own, ...worth } = await assess(
      [part("cpa", [step("0", null, "400")])],
      [deposit("2026-10-05T10:00Z", "1")],
    );
    expect(brief(worth)).toEqual(["2026-10-05 400.00 qualified"]);
    expect(own?.state).toBe("qualified");
  });

  test("is paid once, and rests on the facts that met it", async () => {
    const { own, entries } = await assess(
      [cpa({ depositMin: "100" })],
      [deposit("2026-10-05T10:00Z", "100"), deposit("2026-10-06T10:00Z", "900")],
    );
    expect(entries).toHaveLength(1);
    expect(own).toMatchObject({ factIds: ["deposit 2026-10-05T10:00Z 100"], depositCount: 2 });
  });

  describe("by the deposits of the first 24 hours", () => {
    const steps = [step("0", "999.99", "200"), step("1000", null, "600")];
    const early = part("cpa", steps, { qualification: asked({ depositMin: "250", within: "24h" }) });

    test.each([
      ["the moment before they end", "2026-10-06T09:59:59Z", "600.00"],
      ["the moment after", "2026-10-06T10:00:01Z", "200.00"],
    ])("a deposit counts %s by its step", async (_, at, amount) => {
      const facts = [deposit("2026-10-05T10:00:00Z", "250"), deposit(at, "750")];
      expect((await assess([early], facts)).own?.amount).toBe(amount);
    });

    test("a day of another deposit counts only where all of it is in time", async () => {
      const next = [deposit("2026-10-05T10:00Z", "200"), deposit("2026-10-06", "800")];
      expect((await assess([early], next)).own).toMatchObject({
        amount: "0.00",
        lacks: [{ what: "deposit", amount: "50", until: "2026-10-06" }],
      });
      const same = [deposit("2026-10-05", "200"), deposit("2026-10-05", "800")];
      expect((await assess([early], same)).own?.amount).toBe("600.00");
    });

    test("an hour more or less of daylight saving moves nothing", async () => {
      // Clocks in Madrid go back on 25 October 2026.
      const facts = [deposit("2026-10-24T22:30Z", "200"), deposit("2026-10-25T22:29Z", "800")];
      expect((await assess([early], facts)).own).toMatchObject({
        amount: "600.00",
        qualifiedOn: "2026-10-25",
      });
    });

    test("the sum that is still to come chooses the step of what is expected", async () => {
      const big = part("cpa", [step("250", null, "200")], early);
      const { own } = await assess([{ ...early, steps: big.steps }], [deposit("2026-11-30T10:00Z", "100")]);
      expect(own).toMatchObject({
        amount: "200.00",
        lacks: [{ what: "deposit", amount: "150", until: "2026-12-01" }],
      });
    });
  });

  test("chooses the step by the first deposit, not by later ones", async () => {
    const steps = [step("0", "500", "200"), step("500", "1000", "600"), step("1000", null, "100")];
    const pay = async (...amounts: string[]) => {
      const facts = amounts.map((amount, index) => deposit(`2026-10-0${index + 1}T10:00Z`, amount));
      return (await assess([part("cpa", steps)], facts)).own?.amount;
    };
    expect(await pay("499", "5000")).toBe("200.00");
    // A border belongs to the higher step, and the steps may fall.
    expect(await pay("500")).toBe("600.00");
    expect(await pay("1000")).toBe("100.00");
  });

  test("pays nothing between the steps, with the reason", async () => {
    const facts = [deposit("2026-10-05T10:00Z", "750")];
    const worth = await assess([part("cpa", [step("0", "500", "200"), step("1000", null, "600")])], facts);
    expect(brief(worth)).toEqual(["2026-10-05 0.00 no_step"]);
  });

  describe("by groups of countries", () => {
    const steps = [
      step("0", null, "600", ["DE", "AT"]),
      step("0", null, "300", ["ES"]),
      step("0", null, "50"),
    ];
    test.each([
      ["AT", "600.00"],
      ["ES", "300.00"],
      ["BR", "50.00"],
    ])("pays %s its own", async (country, amount) => {
      const { own } = await assess([part("cpa", steps)], [deposit("2026-10-05T10:00Z", "1")], { country });
      expect(own?.amount).toBe(amount);
    });

    test("does not guess the country", async () => {
      const { own, ...worth } = await assess([part("cpa", steps)], [deposit("2026-10-05T10:00Z", "1")], {
        country: null,
      });
      expect(brief(worth)).toEqual(["2026-10-05 0.00 no_country"]);
      expect(worth.entries[0]?.isKnown).toBe(false);
      expect(own).toMatchObject({ state: "qualified", amount: null });
    });

    test("expects nothing of a client whose country no step is for", async () => {
      const named = part("cpa", steps.slice(0, 2), { qualification: asked({ lotsMin: "1" }) });
      const { own } = await assess([named], [deposit("2026-10-05T10:00Z", "1")], { country: "BR" });
      expect(own).toMatchObject({ state: "expected", amount: "0.00", lacks: [] });
    });
  });

  describe("where the first deposit is unknown", () => {
    test("nothing of the claim stands in for it", async () => {
      const { own, entries } = await assess(
        [cpa({ depositMin: "250", lotsMin: "1", days: 30 })],
        [trading("2026-10-06", { lots: "0.4" })],
      );
      expect(entries).toEqual([]);
      expect(own).toMatchObject({
        state: "expected",
        amount: "400.00",
        firstDepositAt: null,
        lacks: [
          { what: "deposit", amount: "250", until: null },
          { what: "lots", amount: "0.6", until: null },
        ],
      });
    });

    test("a broker's word is believed, and pays where one step is possible", async () => {
      const facts = [fact("qualification", "2026-10-20T10:00Z")];
      expect(brief(await assess([cpa({ depositMin: "250" })], facts))).toEqual([
        "2026-10-20 400.00 reported",
      ]);
      const steps = [step("0", "499", "200"), step("500", null, "600")];
      const { own, ...worth } = await assess([part("cpa", steps)], facts);
      expect(brief(worth)).toEqual(["2026-10-20 0.00 no_amount"]);
      expect(own).toMatchObject({ state: "qualified", amount: null, qualifiedOn: "2026-10-20" });
    });

    test("a deposit of more than three days after the claim is a later one", async () => {
      const steps = part("cpa", [step("0", null, "400")]);
      const first = async (at: string) => {
        const { own } = await assess([steps], [deposit(at, "500")], { confirmedOn: "2026-10-05" });
        return [own?.firstDepositOn, own?.state, own?.depositCount];
      };
      expect(await first("2026-10-08T10:00Z")).toEqual(["2026-10-08", "qualified", 1]);
      expect(await first("2026-10-09T10:00Z")).toEqual([null, "expected", 1]);
    });

    test("a deposit without an amount begins the days, and its amount lacks", async () => {
      const { own, ...worth } = await assess(
        [cpa({ depositMin: "250", days: 60 })],
        [deposit("2026-10-05T10:00Z", null)],
      );
      expect(brief(worth)).toEqual(["2026-10-05 0.00 no_amount"]);
      expect(own).toMatchObject({
        state: "expected",
        amount: null,
        lacks: [{ what: "deposit", amount: "250", until: "2026-12-04" }],
      });
    });
  });

  test("what a broker says later than it was counts on the day of the facts", async () => {
    const facts = [deposit("2026-10-31T10:00Z", "500"), fact("qualification", "2026-11-02T10:00Z")];
    expect((await assess([cpa({ depositMin: "500" })], facts)).own?.qualifiedOn).toBe("2026-10-31");
  });

  test("amounts of another currency count at the rate of their day; without one nobody can say", async () => {
    const pay = (currency: string) =>
      assess([cpa({ depositMin: "500" })], [deposit("2026-10-05T10:00Z", "1000", { currency })]);
    expect((await pay("USD")).own?.amount).toBe("400.00");
    const { own, months, ...worth } = await pay("BRL");
    expect(brief({ ...worth, months })).toEqual(["2026-10-05 0.00 no_rate"]);
    expect(own).toMatchObject({ state: "expected", amount: null });
    expect(months).toMatchObject([{ expected: "0.00", unconverted: 1, clientCount: 0 }]);
  });

  test("withdrawals take nothing from the deposits", async () => {
    const facts = [
      deposit("2026-10-05T10:00Z", "300"),
      fact("withdrawal", "2026-10-06T10:00Z", { amount: "300" }),
      deposit("2026-10-07T10:00Z", "200"),
    ];
    const { own } = await assess([cpa({ depositMin: "500" })], facts);
    expect(own).toMatchObject({ state: "qualified", withdrawn: "300.00" });
  });

  test("comes to nothing for a client that left before", async () => {
    const facts = [deposit("2026-11-20T10:00Z", "300"), fact("left", "2026-11-22T10:00Z")];
    const { own, clients } = await assess([cpa({ lotsMin: "1" })], facts);
    expect(own).toMatchObject({ state: "expected", amount: "0.00", leftAt: new Date("2026-11-22T10:00Z") });
    expect(listCountdown(clients, "2026-11-30")).toEqual([]);
  });
});

describe("a claw-back", () => {
  const paying = [cpa({ depositMin: "100" }, { clawBackDays: 30 })];
  const qualified = deposit("2026-09-15T10:00Z", "100");

  test("takes the payment back on the day of the charge-back, with a row of its own", async () => {
    const { own, ...worth } = await assess(paying, [qualified, fact("reversal", "2026-10-15T10:00Z")]);
    expect(brief(worth)).toEqual(["2026-09-15 400.00 qualified", "2026-10-15 -400.00 charged_back"]);
    expect(own).toMatchObject({ state: "clawed_back", amount: "0.00" });
    expect(worth.months.map(({ month, expected }) => [month, expected])).toEqual([
      ["2026-09", "400.00"],
      ["2026-10", "-400.00"],
    ]);
  });

  test("comes too late after its days, and never without a number", async () => {
    const facts = [qualified, fact("reversal", "2026-10-16T10:00Z")];
    expect((await assess(paying, facts)).own).toMatchObject({ state: "qualified", amount: "400.00" });
    expect((await assess([cpa()], facts)).own?.state).toBe("clawed_back");
  });

  test("is also a claim that its owner charged back", async () => {
    const { own } = await assess(paying, [qualified], { chargedBackAt: new Date("2026-09-20T10:00Z") });
    expect(own?.state).toBe("clawed_back");
  });

  test("before a client qualifies leaves nothing to earn, unless the broker says otherwise", async () => {
    const facts = [
      deposit("2026-09-15T10:00Z", "50"),
      fact("reversal", "2026-09-16T10:00Z"),
      deposit("2026-09-17T10:00Z", "100"),
    ];
    const { own, ...worth } = await assess(paying, facts);
    expect(brief(worth)).toEqual(["2026-09-16 0.00 charged_back"]);
    expect(own).toMatchObject({ state: "clawed_back", amount: "0.00", lacks: [] });
    const said = await assess(paying, [...facts, fact("qualification", "2026-09-18T10:00Z")]);
    expect(brief(said)).toEqual(["2026-09-18 400.00 reported"]);
  });
});

describe("a share of the month's revenue", () => {
  const share = (steps: ContractStep[], more: Partial<ContractPart> = {}) =>
    part("share_of_revenue", steps, more);
  const clients = (revenues: Record<string, Record<string, string>>, more: Partial<WorthClient> = {}) =>
    Object.entries(revenues).map(([submissionId, months]) =>
      client(
        [
          deposit("2026-08-01T10:00Z", "100"),
          ...Object.entries(months).map(([month, revenue]) => trading(`${month}-15T10:00Z`, { revenue })),
        ],
        { submissionId, ...more },
      ),
    );
  const pay = (parts: ContractPart[], revenues: Record<string, Record<string, string>>) =>
    calculate({
      contracts: [contract(parts)],
      clients: clients(revenues),
      now: new Date("2026-10-31T12:00Z"),
    });
  const rows = ({ entries }: Awaited<ReturnType<typeof pay>>) =>
    entries.map(({ submissionId, month, amount, reason }) => `${submissionId} ${month} ${amount} ${reason}`);

  test("is of each client's revenue, by the step that the revenue of all reaches", async () => {
    const worth = await pay([share([step("0", "1000", "20"), step("1000", null, "30")])], {
      anna: { "2026-08": "600", "2026-09": "600", "2026-10": "0" },
      bert: { "2026-08": "399", "2026-09": "400", "2026-10": "10.05" },
    });
    expect(rows(worth)).toEqual([
      "anna 2026-08 120.00 revenue",
      "anna 2026-09 180.00 revenue",
      "bert 2026-08 79.80 revenue",
      "bert 2026-09 120.00 revenue",
      "bert 2026-10 2.01 revenue",
    ]);
    expect(worth.months.map(({ month, expected, lacking }) => [month, expected, lacking])).toEqual([
      ["2026-08", "199.80", []],
      ["2026-09", "300.00", []],
      ["2026-10", "2.01", []],
    ]);
  });

  test("rounds each client once, half to even", async () => {
    const worth = await pay([share([step("0", null, "50")])], {
      anna: { "2026-08": "0.25" },
      bert: { "2026-08": "0.27" },
      carl: { "2026-08": "-0.25" },
      dora: { "2026-08": "-0.01" },
    });
    expect(worth.entries.map(({ amount }) => amount)).toEqual(["0.12", "0.14", "-0.12", "0.00"]);
  });

  test("counts a client's loss against the others, and pays nothing below zero", async () => {
    const worth = await pay([share([step("0", null, "50")])], {
      anna: { "2026-08": "100", "2026-09": "100" },
      bert: { "2026-08": "-40", "2026-09": "-140" },
    });
    expect(rows(worth)).toEqual([
      "anna 2026-08 50.00 revenue",
      "anna 2026-09 0.00 below_zero",
      "bert 2026-08 -20.00 revenue",
      "bert 2026-09 0.00 below_zero",
    ]);
  });

  test("carries a loss over until it is made up for", async () => {
    const revenues = { anna: { "2026-07": "-300", "2026-08": "100", "2026-09": "260" } };
    const carrying = await pay([share([step("0", null, "50")], { carriesLosses: true })], revenues);
    expect(rows(carrying)).toEqual([
      "anna 2026-07 0.00 below_zero",
      "anna 2026-08 0.00 below_zero",
      "anna 2026-09 130.00 revenue",
      "null 2026-09 -100.00 carried_loss",
    ]);
    expect(carrying.months.at(-2)).toMatchObject({ month: "2026-09", expected: "30.00", clientCount: 1 });
    const gains = { anna: { "2026-07": "100", "2026-08": "50" } };
    const stepped = [share([step("80", null, "50")], { carriesLosses: true })];
    expect(rows(await pay(stepped, gains))).toEqual([
      "anna 2026-07 50.00 revenue",
      "anna 2026-08 0.00 no_step",
    ]);
    expect(rows(await pay([share([step("0", null, "50")])], revenues))).toContain(
      "anna 2026-08 50.00 revenue",
    );
  });

  test("carries a loss through a month without figures, and not into the next contract", async () => {
    const first = contract([share([step("0", null, "50")], { carriesLosses: true })], {
      endsOn: "2026-09-30",
    });
    const second = { ...first, id: "second", startsOn: "2026-10-01", endsOn: null };
    const worth = await calculate({
      contracts: [first, second],
      clients: clients({ anna: { "2026-07": "-100", "2026-09": "60", "2026-10": "60" } }),
    });
    expect(rows(worth)).toEqual([
      "anna 2026-07 0.00 below_zero",
      "anna 2026-09 0.00 below_zero",
      "anna 2026-10 30.00 revenue",
    ]);
  });

  test("adds up each group of countries on its own", async () => {
    const steps = [step("0", "100", "10", ["DE"]), step("100", null, "20", ["DE"]), step("0", null, "50")];
    const worth = await calculate({
      contracts: [contract([share(steps)])],
      clients: [
        ...clients({ anna: { "2026-08": "90" } }, { country: "DE" }),
        ...clients({ bert: { "2026-08": "-500" } }, { country: "ES" }),
        ...clients({ carl: { "2026-08": "90" } }, { country: null }),
      ],
    });
    expect(rows(worth)).toEqual([
      "anna 2026-08 9.00 revenue",
      "bert 2026-08 0.00 below_zero",
      "carl 2026-08 0.00 no_country",
    ]);
  });

  test("names the clients that a month has no figures of, from their first deposit until they leave", async () => {
    const facts = [
      deposit("2026-08-31T10:00Z", "100"),
      trading("2026-09-15T10:00Z", { revenue: "10" }),
      trading("2026-10-15T10:00Z", { lots: "10" }),
    ];
    const contracts = [contract([share([step("0", null, "50")])])];
    const lackingMonths = async (own: WorthClient) => {
      const {
        months,
        clients: [worth],
      } = await calculate({ contracts, clients: [own] });
      return { months: months.filter(({ lacking }) => lacking.length > 0).map(({ month }) => month), worth };
    };
    const { months, worth } = await lackingMonths(client(facts));
    expect(months).toEqual(["2026-08", "2026-10", "2026-11"]);
    expect(worth).toMatchObject({ state: "qualified", amount: "5.00", lacksFrom: "2026-08" });
    const left = await lackingMonths(client([...facts, fact("left", "2026-10-20T10:00Z")]));
    expect(left.months).toEqual(["2026-08", "2026-10"]);
    const silent = await lackingMonths(client([]));
    expect(silent.months).toEqual(["2026-10", "2026-11"]);
    expect(silent.worth).toMatchObject({ state: "expected", amount: null });
  });

  test("begins to need figures with the claim, where a deposit is later", async () => {
    const facts = [deposit("2026-10-01T10:00Z", "1"), trading("2026-10-15T10:00Z", { revenue: "10" })];
    const { months } = await calculate({
      contracts: [contract([share([step("0", null, "50")])])],
      clients: [client(facts, { confirmedOn: "2026-09-30" })],
    });
    expect(months.map(({ month, lacking }) => [month, lacking.length])).toEqual([
      ["2026-09", 1],
      ["2026-10", 0],
      ["2026-11", 1],
    ]);
  });

  test("is final where nothing is lacking that could change its step or the loss before it", async () => {
    const revenues = {
      anna: { "2026-08": "10", "2026-09": "10", "2026-10": "10" },
      bert: { "2026-08": "10", "2026-10": "10" },
    };
    const final = async (part: ContractPart) => {
      const { entries, months } = await pay([part], revenues);
      const ofAnna = entries.filter(({ submissionId }) => submissionId === "anna");
      return [ofAnna.map(({ isFinal }) => isFinal), months.map(({ isFinal }) => isFinal)];
    };
    const each = [true, false, true];
    expect(await final(share([step("0", null, "50")]))).toEqual([each, each]);
    const carrying = [true, false, false];
    expect(await final(share([step("0", null, "50")], { carriesLosses: true }))).toEqual([
      carrying,
      carrying,
    ]);
  });

  test("knows nothing of a client's month whose revenue has a part without a rate", async () => {
    const facts = [
      deposit("2026-10-01T10:00Z", "100"),
      trading("2026-10-15T10:00Z", { revenue: "10" }),
      trading("2026-10-16T10:00Z", { revenue: "10", currency: "BRL" }),
    ];
    const { months, entries } = await assess([share([step("0", null, "50")])], facts);
    expect(entries).toMatchObject([{ amount: "0.00", reason: "no_rate", isKnown: false }]);
    expect(months[0]).toMatchObject({ month: "2026-10", expected: "0.00", unconverted: 1, lacking: [] });
  });

  describe("is of the contract's month", () => {
    const contracts = [contract([share([step("0", null, "50")])])];
    const monthOf = async (at: WorthFact["at"]) => {
      const own = client([{ ...trading("2026-10-15T10:00Z", { revenue: "10" }), at }]);
      return (await calculate({ contracts, clients: [own] })).entries[0]?.day;
    };
    const moment = (at: string) => ({ from: new Date(at), to: new Date(at) });

    test.each([
      ["2026-09-30T21:59:59Z", "2026-09-30"],
      ["2026-09-30T22:00:00Z", "2026-10-01"],
      // Clocks have gone back since.
      ["2026-10-31T22:59:59Z", "2026-10-31"],
      ["2026-10-31T23:00:00Z", "2026-11-01"],
    ])("what happens at %s counts on %s", async (at, day) => {
      expect(await monthOf(moment(at))).toBe(day);
    });

    test("a day or a month without a time stays that day or month, whichever zone it was written in", async () => {
      const span = (from: string, to: string) => ({ from: new Date(from), to: new Date(+new Date(to) - 1) });
      // In New York.
      expect(await monthOf(span("2026-10-31T04:00Z", "2026-11-01T04:00Z"))).toBe("2026-10-31");
      // In Tokyo.
      expect(await monthOf(span("2026-09-30T15:00Z", "2026-10-01T15:00Z"))).toBe("2026-10-01");
      // Without a zone: anywhere on earth.
      expect(await monthOf(span("2026-09-30T10:00Z", "2026-10-02T12:00Z"))).toBe("2026-10-01");
      expect(await monthOf(span("2026-10-31T22:00Z", "2026-12-01T12:00Z"))).toBe("2026-11-30");
      expect(await monthOf(span("2026-09-30T22:00Z", "2026-10-31T23:00Z"))).toBe("2026-10-31");
      expect(await monthOf(span("2026-09-30T10:00Z", "2026-11-01T12:00Z"))).toBe("2026-10-31");
    });

    test("so it does where the contract's own day begins half a day before that of UTC", async () => {
      const own = client([
        {
          ...trading("2026-10-15T10:00Z", { revenue: "10" }),
          at: { from: new Date("2026-10-30T10:00Z"), to: new Date(+new Date("2026-11-01T12:00Z") - 1) },
        },
      ]);
      const ownContract = contract(contracts[0]!.parts.slice(), { timeZone: "Pacific/Kiritimati" });
      const { entries } = await calculate({ contracts: [ownContract], clients: [own] });
      expect(entries[0]?.day).toBe("2026-10-31");
    });
  });
});

describe("an amount for each lot", () => {
  test("is by the lots of the month, and of each client's own", async () => {
    const lots = part("per_lot", [step("0", "10", "5"), step("10", null, "8")]);
    const of = (submissionId: string, amount: string) =>
      client(
        [
          deposit("2026-10-01T10:00Z", "1"),
          trading("2026-10-02T10:00Z", { lots: amount }),
          trading("2026-10-03T10:00Z", { lots: "0.125" }),
        ],
        { submissionId },
      );
    const few = await calculate({ contracts: [contract([lots])], clients: [of("anna", "1")] });
    expect(brief(few)).toEqual(["2026-10-03 5.62 lots"]);
    const many = await calculate({
      contracts: [contract([lots])],
      clients: [of("anna", "1"), of("bert", "9")],
    });
    expect(brief(many)).toEqual(["2026-10-03 9.00 lots", "2026-10-03 73.00 lots"]);
  });
});

test("an amount for each lot is final where more lots would be of the same step", async () => {
  const anna = client([deposit("2026-10-01T10:00Z", "1"), trading("2026-10-02T10:00Z", { lots: "12" })]);
  const bert = client([deposit("2026-10-01T10:00Z", "1")], { submissionId: "bert" });
  const final = async (steps: ContractStep[]) =>
    (await calculate({ contracts: [contract([part("per_lot", steps)])], clients: [anna, bert] })).entries[0]
      ?.isFinal;
  expect(await final([step("0", null, "5")])).toBe(true);
  expect(await final([step("0", "10", "5"), step("10", null, "8")])).toBe(true);
  expect(await final([step("0", "20", "5"), step("20", null, "8")])).toBe(false);
});

describe("a monthly fee", () => {
  const firstDeposits = ["2026-09-01", "2026-09-20", "2026-10-31"].map((day, index) =>
    client([deposit(`${day}T10:00Z`, "1")], { submissionId: `client ${index}`, confirmedOn: day }),
  );

  test("is for each month in which enough clients made their first deposit", async () => {
    const fee = part("flat", [step("1", "1", "100"), step("2", null, "250")]);
    const worth = await calculate({ contracts: [contract([fee])], clients: firstDeposits });
    expect(brief(worth)).toEqual(["2026-09-30 250.00 month", "2026-10-31 100.00 month"]);
    expect(worth.entries.every(({ submissionId }) => submissionId === null)).toBe(true);
    expect(worth.clients[0]).toMatchObject({ state: "expected", amount: "0.00" });
  });

  test("from 0 needs no client, from the contract's beginning or the first thing known, until today", async () => {
    const fee = part("flat", [step("0", null, "500")]);
    const pay = async (given: Partial<Contract>, clients: WorthClient[]) =>
      (await calculate({ contracts: [contract([fee], given)], clients })).months.map(({ month }) => month);
    expect(await pay({ startsOn: "2026-09-01" }, [])).toEqual(["2026-09", "2026-10", "2026-11"]);
    expect(await pay({ startsOn: "2026-08-01", endsOn: "2026-09-30" }, [])).toEqual(["2026-08", "2026-09"]);
    expect(await pay({ startsOn: "2026-11-01", endsOn: "2026-12-31" }, [])).toEqual(["2026-11"]);
    expect(await pay({}, firstDeposits.slice(2))).toEqual(["2026-10", "2026-11"]);
    expect(await pay({}, [])).toEqual(["2026-11"]);
  });
});

describe("the tiers of deposits", () => {
  const tiers = [
    part("percent_of_deposits", [step("0", null, "25")]),
    part("per_deposit", [step("0", null, "40")]),
  ];
  const commission = (more: Partial<WorthClient["commissions"][number]> = {}) => ({
    submissionId: "client",
    month: "2026-10",
    day: "2026-10-05",
    tierType: "percentage" as const,
    earned: "62.50",
    currency: "EUR",
    chargedBackAt: null,
    ...more,
  });

  test("earn what is stored of each claim, whatever the facts say", async () => {
    const { own, ...worth } = await assess(tiers, [deposit("2026-10-01T10:00Z", "9000")], {
      commissions: [commission(), commission({ submissionId: "later", tierType: "fixed", earned: "40" })],
    });
    expect(worth.entries.map(({ claimId, kind, amount }) => [claimId, kind, amount])).toEqual([
      ["client", "percent_of_deposits", "62.50"],
      ["later", "per_deposit", "40.00"],
    ]);
    expect(own).toMatchObject({ state: "qualified", amount: "102.50" });
  });

  test("take back the claim that was charged back", async () => {
    const { own, ...worth } = await assess(tiers, [], {
      commissions: [
        commission({ tierType: "fixed", earned: "40", chargedBackAt: new Date("2026-11-02T10:00Z") }),
      ],
    });
    expect(brief(worth)).toEqual(["2026-10-05 40.00 verified", "2026-11-02 -40.00 charged_back"]);
    expect(own).toMatchObject({ state: "clawed_back", amount: "0.00" });
  });

  test("know nothing of what is stored without an amount or a rate", async () => {
    const earned = async (more: Partial<WorthClient["commissions"][number]>) => {
      const { own, entries } = await assess(tiers, [], { commissions: [commission(more)] });
      return [own?.state, own?.amount, entries[0]?.reason, entries[0]?.isKnown];
    };
    expect(await earned({ earned: null })).toEqual(["expected", null, "no_commission", false]);
    expect(await earned({ currency: "BRL" })).toEqual(["expected", null, "no_rate", false]);
    expect(await earned({ currency: "USD" })).toEqual(["qualified", "31.25", "verified", true]);
  });
});

describe("a hybrid", () => {
  test("is the sum of its parts", async () => {
    const { own, ...worth } = await assess(
      [
        cpa({ depositMin: "100" }),
        part("share_of_revenue", [step("0", null, "10")]),
        part("per_lot", [step("0", null, "2")]),
      ],
      [deposit("2026-10-05T10:00Z", "100"), trading("2026-10-06T10:00Z", { revenue: "30", lots: "4" })],
    );
    expect(brief(worth)).toEqual([
      "2026-10-05 400.00 qualified",
      "2026-10-06 3.00 revenue",
      "2026-10-06 8.00 lots",
    ]);
    expect(own?.amount).toBe("411.00");
    expect(worth.months[0]).toMatchObject({ expected: "411.00", clientCount: 1 });
  });

  test("has not qualified while its qualification can be met, and then by its figures", async () => {
    const parts = [cpa({ lotsMin: "9", days: 10 }), part("share_of_revenue", [step("0", null, "10")])];
    const state = async (on: string) => {
      const facts = [deposit(`${on}T10:00Z`, "100"), trading(`${on}T11:00Z`, { revenue: "30" })];
      const { own } = await assess(parts, facts);
      return [own?.state, own?.amount];
    };
    expect(await state("2026-11-25")).toEqual(["expected", "403.00"]);
    expect(await state("2026-11-01")).toEqual(["qualified", "3.00"]);
  });
});

describe("states by evidence", () => {
  const paid = (...amounts: string[]) =>
    amounts.map((amount) => ({ day: "2026-11-20", amount, currency: "EUR" }));
  const facts = [deposit("2026-10-05T10:00Z", "100")];

  test("a client is paid where a source says so, whatever the facts", async () => {
    expect((await assess([cpa()], facts, { paid: paid("400") })).own?.state).toBe("paid");
    expect((await assess([cpa({ lotsMin: "1" })], facts, { paid: paid("400") })).own).toMatchObject({
      state: "paid",
      lacks: [],
    });
    expect((await assess([cpa()], facts, { paid: paid("400", "-400") })).own?.state).toBe("clawed_back");
    expect((await assess([cpa()], facts, { paid: paid("0") })).own?.state).toBe("qualified");
  });

  test("nobody knows what a client without a contract is worth, but for what was paid", async () => {
    const unknown = part("unknown", []);
    expect((await assess([unknown], facts)).own).toMatchObject({ state: "unknown", amount: null });
    expect((await assess([unknown], facts, { paid: paid("70") })).own).toMatchObject({
      state: "paid",
      amount: "70.00",
    });
    const { clients } = await calculate({ contracts: [], clients: [client(facts)] });
    expect(clients).toMatchObject([{ state: "unknown", amount: null, currency: null, depositCount: 1 }]);
  });

  test("a gap between contracts is unknown", async () => {
    const early = contract([cpa()], { id: "early", endsOn: "2026-08-31" });
    const late = contract([cpa()], { id: "late", startsOn: "2026-11-01" });
    const { clients, entries } = await calculate({
      contracts: [early, late],
      clients: [
        client([deposit("2026-08-05T10:00Z", "1")], { submissionId: "before" }),
        client([deposit("2026-10-05T10:00Z", "1")], { submissionId: "in it" }),
        client([deposit("2026-11-05T10:00Z", "1")], { submissionId: "after" }),
      ],
    });
    expect(clients.map(({ state }) => state)).toEqual(["qualified", "unknown", "qualified"]);
    expect(entries.map(({ contractId }) => contractId)).toEqual(["early", "late"]);
  });

  test("the first deposit decides which contract pays its sum, the month the others", async () => {
    const early = contract([cpa({ lotsMin: "1" })], { id: "early", endsOn: "2026-09-30" });
    const late = contract([part("share_of_revenue", [step("0", null, "10")]), cpa()], {
      id: "late",
      startsOn: "2026-10-01",
      currency: "USD",
    });
    const { entries, clients } = await calculate({
      contracts: [early, late],
      clients: [
        client([
          deposit("2026-09-30T21:59Z", "1"),
          trading("2026-10-03T10:00Z", { lots: "1", revenue: "50", currency: "USD" }),
        ]),
      ],
    });
    expect(
      entries.map(({ contractId, kind, amount, currency }) => [contractId, kind, amount, currency]),
    ).toEqual([
      ["early", "cpa", "400.00", "EUR"],
      ["late", "share_of_revenue", "5.00", "USD"],
    ]);
    expect(clients[0]).toMatchObject({ amount: "402.50", currency: "EUR" });
  });

  test("contracts of different zones leave no hour out and count none twice", async () => {
    const days = async (before: string, after: string) => {
      const terms = [part("share_of_revenue", [step("0", null, "10")])];
      const { entries } = await calculate({
        contracts: [
          contract(terms, { id: "before", endsOn: "2026-09-30", timeZone: before }),
          contract(terms, { id: "after", startsOn: "2026-10-01", timeZone: after }),
        ],
        clients: [client([trading("2026-10-01T02:00Z", { revenue: "10" })])],
      });
      return entries.map(({ contractId, day }) => `${contractId} ${day}`);
    };
    expect(await days("UTC", "America/New_York")).toEqual(["before 2026-09-30"]);
    expect(await days("America/New_York", "UTC")).toEqual(["after 2026-10-01"]);
  });
});

describe("the life of a depositor", () => {
  test("is what the facts say, and a client that left is back once it is active", async () => {
    const facts = [
      deposit("2026-10-05T10:00Z", "100"),
      deposit("2026-10-09T10:00Z", "50"),
      trading("2026-10-10T10:00Z", { lots: "1.5" }),
      trading("2026-10-20T10:00Z", { lots: "0", revenue: "0" }),
      fact("withdrawal", "2026-10-21T10:00Z", { amount: "30", currency: "USD" }),
      fact("left", "2026-10-22T10:00Z"),
    ];
    expect((await assess([cpa()], facts)).own).toMatchObject({
      firstDepositAt: new Date("2026-10-05T10:00Z"),
      firstDepositOn: "2026-10-05",
      depositCount: 2,
      lots: "1.5",
      withdrawn: "15.00",
      lastActiveAt: new Date("2026-10-10T10:00Z"),
      leftAt: new Date("2026-10-22T10:00Z"),
    });
    const back = [...facts, deposit("2026-11-02T10:00Z", "10")];
    expect((await assess([cpa()], back)).own).toMatchObject({ leftAt: null, depositCount: 3 });
  });

  test("a client was worth after so many days what its rows until then say", async () => {
    const parts = [cpa({ lotsMin: "1" }), part("per_lot", [step("0", null, "10")])];
    const facts = [
      deposit("2026-08-01T10:00Z", "100"),
      trading("2026-08-08T10:00Z", { lots: "1" }),
      trading("2026-09-10T10:00Z", { lots: "2" }),
      trading("2026-10-10T10:00Z", { lots: "3" }),
    ];
    const worthAfter = async (given: WorthFact[]) => {
      const { own, entries } = await assess(parts, given);
      return own && sumWorthAfter(own, { entries, today: "2026-11-30", convert });
    };
    // November lacks figures.
    expect(await worthAfter(facts)).toEqual({ d7: "410.00", d30: "410.00", d90: "460.00", d180: null });
    const { own, entries } = await assess(parts.slice(0, 1), facts);
    // The 180 days are not over.
    expect(own && sumWorthAfter(own, { entries, today: "2027-01-27", convert }).d180).toBe(null);
    expect(own && sumWorthAfter(own, { entries, today: "2027-01-28", convert }).d180).toBe("400.00");
    expect(await worthAfter(facts.slice(1))).toEqual({ d7: null, d30: null, d90: null, d180: null });
    expect(await worthAfter([facts[0]!, facts[2]!])).toEqual({ d7: null, d30: null, d90: null, d180: null });
  });
});

test("the countdown lists who can still qualify, those with the fewest days first", async () => {
  const of = (submissionId: string, day: string, lots: string) =>
    client([deposit(`${day}T10:00Z`, "100"), trading(`${day}T12:00Z`, { lots })], { submissionId });
  const { clients } = await calculate({
    contracts: [contract([cpa({ lotsMin: "1", days: 30 })])],
    clients: [
      of("late", "2026-11-20", "0.5"),
      of("soon", "2026-10-31", "0.8"),
      of("missed", "2026-10-30", "0.9"),
      of("qualified", "2026-11-20", "1"),
      client([], { submissionId: "no deposit" }),
    ],
  });
  expect(
    listCountdown(clients, "2026-11-30").map(({ submissionId, daysLeft, amount }) => [
      submissionId,
      daysLeft,
      amount,
    ]),
  ).toEqual([
    ["soon", 1, "400.00"],
    ["late", 21, "400.00"],
    ["no deposit", null, "400.00"],
  ]);
});
