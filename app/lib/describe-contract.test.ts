import { expect, test } from "vitest";
import type { ContractPart, PartKind } from "./contracts.ts";
import { describeContract, describeContractDays } from "./describe-contract.ts";

type Step = Partial<ContractPart["steps"][number]>;

const part = (kind: PartKind, steps: Step[], more: Partial<ContractPart> = {}): ContractPart => ({
  kind,
  steps: steps.map((step, position) => ({
    id: String(position),
    name: `Step ${position + 1}`,
    position,
    from: "0",
    to: null,
    countries: null,
    value: "1",
    ...step,
  })),
  qualification: null,
  carriesLosses: false,
  clawBackDays: null,
  ...more,
});
const describe = (...parts: ContractPart[]) => describeContract({ parts, currency: "USD", paidOnDay: null });

test("a hybrid contract is told in one line", () => {
  const cpa = part("cpa", [{ value: "300" }], {
    qualification: { depositMin: "100", within: "days", days: 30, lotsMin: "1", tradesMin: null },
  });
  const share = part("share_of_revenue", [{ value: "20" }], { carriesLosses: true });
  expect(describeContract({ parts: [cpa, share], currency: "USD", paidOnDay: 20 })).toBe(
    "$300.00 per client who deposits $100.00 or more and trades 1 lot within 30 days; plus 20% of revenue, losses carried over; paid on the 20th",
  );
});

test("each kind of payment says what it is paid for", () => {
  expect(describe(part("percent_of_deposits", [{ value: "10.5" }]))).toBe("10.5% of deposits");
  expect(describe(part("per_deposit", [{ value: "40" }]))).toBe("$40.00 per deposit");
  expect(describe(part("per_lot", [{ value: "5" }]))).toBe("$5.00 per lot");
  expect(describe(part("flat", [{ value: "500" }]))).toBe("$500.00 a month");
  expect(describe(part("cpa", [{ value: "300" }], { clawBackDays: 60 }))).toBe(
    "$300.00 per client who makes a first deposit, taken back on a charge-back within 60 days",
  );
  expect(describe(part("unknown", []))).toBe("What it pays is not known");
});

test("a condition of the first 24 hours and one of days each say their time", () => {
  const cpa = part("cpa", [{ value: "300" }], {
    qualification: { depositMin: "100", within: "24h", days: 30, lotsMin: "1.5", tradesMin: 1 },
  });
  expect(describe(cpa)).toBe(
    "$300.00 per client who deposits $100.00 or more within 24 hours, trades 1.5 lots and makes 1 trade within 30 days",
  );
});

test("steps say from where to where they count, and in which countries", () => {
  const steps = [
    { to: "999.99", value: "150" },
    { from: "1000", value: "400" },
    { from: "100", countries: ["DE", "FR"], value: "450" },
  ];
  expect(describe(part("cpa", steps))).toBe(
    "$150.00 (first deposit up to $999.99), $400.00 (first deposit from $1,000.00), $450.00 (first deposit from $100.00, in DE, FR) per client who makes a first deposit",
  );
  const lots = [
    { to: "10", value: "5" },
    { from: "10", to: "50", value: "6" },
  ];
  expect(describe(part("per_lot", lots))).toBe(
    "$5.00 (up to 10 lots a month), $6.00 (10 to 50 lots a month) per lot",
  );
});

test("the days of a contract say whether it holds, will hold or has ended", () => {
  const when = (startsOn: string, endsOn: string | null) =>
    describeContractDays({ startsOn, endsOn }, "2026-11-30");
  expect(when("1970-01-01", null)).toBe("From the beginning");
  expect(when("1970-01-01", "2026-06-30")).toBe("From the beginning to Jun 30, 2026");
  expect(when("2026-07-01", null)).toBe("Since Jul 1, 2026");
  expect(when("2027-01-01", null)).toBe("From Jan 1, 2027");
  expect(when("2026-07-01", "2026-12-31")).toBe("From Jul 1, 2026 to Dec 31, 2026");
});

test("a day of payment is told with its ordinal", () => {
  const paidOn = (paidOnDay: number) =>
    describeContract({ parts: [part("flat", [{ value: "1" }])], currency: "USD", paidOnDay });
  expect([1, 2, 3, 11, 22].map(paidOn)).toEqual(
    ["1st", "2nd", "3rd", "11th", "22nd"].map((day) => `$1.00 a month; paid on the ${day}`),
  );
});
