import { parseWithZod } from "@conform-to/zod/v4";
import { describe, expect, test } from "vitest";
import type { PaidKind } from "#app/lib/contracts.ts";
import { findFormats, setFormatsSource } from "#app/lib/regional-formats.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { NewContractForm, nextStepRow, type StepRow, writeContract } from "./contract-form.ts";
import type { ContractResponse } from "./contracts.ts";

const sentences = messages.contracts;

type Step = Partial<StepRow> & { kind: PaidKind };

function parse(typed: Record<string, string>, ...steps: Step[]) {
  const fields = new URLSearchParams({
    intent: "save",
    startsOn: "2027-01",
    timeZone: "Europe/Lisbon",
    currency: "USD",
    ...typed,
  });
  steps.forEach((step, index) => {
    for (const [name, value] of Object.entries(step)) fields.append(`steps[${index}].${name}`, value);
  });
  const submission = parseWithZod(fields, { schema: NewContractForm });
  return submission.status === "success" ? submission.value.input : submission.error;
}

const cpa: Step = { kind: "cpa", value: "300" };
const share: Step = { kind: "share_of_revenue", value: "20%" };

describe("the form of a contract", () => {
  test("what is typed of a hybrid contract is what a call would send", () => {
    const typed = {
      endsOn: "2027-06",
      paidOnDay: "20",
      "cpa.depositMin": "1,000",
      "cpa.within": "24h",
      "cpa.days": "30",
      "cpa.lotsMin": "1.5",
      "clawBackDays.cpa": "60",
      carriesLosses: "on",
    };
    expect(
      parse(typed, cpa, share, { kind: "cpa", from: "1,000", countries: "de fr", value: "400" }),
    ).toEqual({
      startsOn: "2027-01-01",
      endsOn: "2027-06-30",
      timeZone: "Europe/Lisbon",
      currency: "USD",
      paidOnDay: 20,
      parts: [
        {
          kind: "cpa",
          steps: [
            { from: "0", to: null, countries: null, value: "300" },
            { from: "1000", to: null, countries: ["DE", "FR"], value: "400" },
          ],
          qualification: { depositMin: "1000", within: "24h", days: 30, lotsMin: "1.5", tradesMin: null },
          carriesLosses: false,
          clawBackDays: 60,
        },
        {
          kind: "share_of_revenue",
          steps: [{ from: "0", to: null, countries: null, value: "20" }],
          qualification: null,
          carriesLosses: true,
          clawBackDays: null,
        },
      ],
    });
  });

  test("a contract without payments is saved only by the choice that they are not known", () => {
    expect(parse({})).toEqual({ isUnknown: [sentences.partsMissing] });
    expect(parse({ isUnknown: "on" })).toMatchObject({ parts: [{ kind: "unknown", steps: [] }] });
    expect(parse({ isUnknown: "on" }, cpa)).toMatchObject({ parts: [{ kind: "cpa" }] });
  });

  test("a contract from the beginning needs no month", () => {
    expect(parse({ fromBeginning: "on", startsOn: "" }, cpa)).toMatchObject({ startsOn: "1970-01-01" });
    expect(parse({ startsOn: "" }, cpa)).toEqual({ startsOn: [sentences.startShape] });
  });

  test.each([
    ["startsOn", { startsOn: "December" }, sentences.startShape],
    ["startsOn", { startsOn: "9999-12" }, sentences.startShape],
    ["endsOn", { endsOn: "2026-12" }, sentences.endBeforeStart],
    ["currency", { currency: "XXX" }, messages.fields.currencyShape],
    ["timeZone", { timeZone: "Mars/Olympus" }, messages.fields.timeZoneShape],
    ["paidOnDay", { paidOnDay: "32" }, sentences.dayOfMonth],
    ["paidOnDay", { paidOnDay: "soon" }, sentences.dayOfMonth],
    ["cpa.depositMin", { "cpa.depositMin": "much" }, messages.fields.amountShape],
    ["cpa.days", { "cpa.days": "-1" }, sentences.daysShape],
    ["cpa.lotsMin", { "cpa.lotsMin": "0.125" }, sentences.lotsShape],
    ["cpa.tradesMin", { "cpa.tradesMin": "0" }, sentences.tradesShape],
    ["clawBackDays.cpa", { "clawBackDays.cpa": "4000" }, sentences.daysShape],
  ])("a fault stands at its field: %s %#", (field, typed, message) => {
    expect(parse(typed, cpa)).toEqual({ [field]: [message] });
  });

  test("faults of steps stand at the rows of the page, whatever payment they are of", () => {
    const steps: Step[] = [
      { kind: "cpa", to: "100", value: "150" },
      { kind: "per_lot", to: "10", value: "5" },
      { kind: "cpa", from: "50", value: "300" },
      { kind: "per_lot", from: "9", to: "8", value: "6" },
    ];
    expect(parse({}, ...steps)).toEqual({
      "steps[2].from": ["Step 2 starts inside Step 1. Start it at $100.00."],
      "steps[3].from": ["Step 2 starts inside Step 1. Start it at 10."],
      "steps[3].to": [messages.tiers.range],
    });
    expect(parse({}, cpa, { ...share, value: "120" })).toEqual({
      "steps[1].value": [messages.tiers.percentRange],
    });
    expect(parse({}, { ...cpa, value: "" }, { ...share, countries: "DE, Spain" })).toEqual({
      "steps[0].value": [messages.tiers.valueShape],
      "steps[1].countries": [messages.fields.countryShape],
    });
  });

  test("a country in two groups of a payment is a fault of the second", () => {
    const second = { ...cpa, from: "5", countries: "ES" };
    expect(parse({}, { ...cpa, countries: "DE, ES" }, second)).toEqual({
      "steps[1].countries": [sentences.countryTwice("ES")],
    });
  });

  test("a kind of payment that nobody has is refused", () => {
    expect(parse({}, { kind: "gift" as PaidKind, value: "1" })).toEqual({
      "steps[0].kind": [sentences.kindShape],
    });
  });

  test("amounts are read as the workspace's region writes them", () => {
    setFormatsSource(() => findFormats("DE"));
    try {
      const german: Step = { kind: "cpa", from: "1.000", to: "1.999,50", value: "400,5" };
      expect(parse({ "cpa.lotsMin": "1,5" }, german)).toMatchObject({
        parts: [
          {
            steps: [{ from: "1000", to: "1999.5", value: "400.5" }],
            qualification: { lotsMin: "1.5" },
          },
        ],
      });
    } finally {
      setFormatsSource(() => undefined);
    }
  });
});

const saved: ContractResponse = {
  id: "1",
  startsOn: "2026-07-01",
  endsOn: null,
  timeZone: "UTC",
  currency: "USD",
  parts: [
    {
      kind: "cpa",
      steps: [
        { id: "a", name: "Step 1", position: 0, from: "0.00", to: "99.99", countries: null, value: "150.00" },
        {
          id: "b",
          name: "Gold",
          position: 1,
          from: "100.00",
          to: null,
          countries: ["DE", "FR"],
          value: "300.00",
        },
      ],
      qualification: { depositMin: "100.00", within: "days", days: 30, lotsMin: "1", tradesMin: null },
      carriesLosses: false,
      clawBackDays: 60,
    },
    {
      kind: "per_lot",
      steps: [
        { id: "c", name: "Step 1", position: 2, from: "2.5", to: null, countries: null, value: "5.00" },
      ],
      qualification: null,
      carriesLosses: false,
      clawBackDays: 14,
    },
  ],
  paidOnDay: 20,
};

/** What a browser sends of a form that shows these values. */
function send(value: unknown, name: string, fields: URLSearchParams): void {
  if (typeof value === "string") fields.append(name, value);
  else if (Array.isArray(value))
    for (const [index, one] of value.entries()) send(one, `${name}[${index}]`, fields);
  else for (const [key, one] of Object.entries(value ?? {})) send(one, name ? `${name}.${key}` : key, fields);
}

test("a saved contract that is sent again unchanged stays the same, with the ids and names of its steps", () => {
  const fields = new URLSearchParams({ intent: "save" });
  send(writeContract(saved, "2026-12-31"), "", fields);
  const submission = parseWithZod(fields, { schema: NewContractForm });
  expect(submission.status === "success" && submission.value.input).toMatchObject({
    startsOn: "2026-07-01",
    endsOn: "2026-12-31",
    paidOnDay: 20,
    parts: [
      {
        kind: "cpa",
        steps: [
          { id: "a", from: "0", to: "99.99", countries: null, value: "150" },
          { id: "b", name: "Gold", from: "100", to: null, countries: ["DE", "FR"], value: "300" },
        ],
        qualification: { depositMin: "100", within: "days", days: 30, lotsMin: "1", tradesMin: null },
        clawBackDays: 60,
      },
      { kind: "per_lot", steps: [{ id: "c", from: "2.5", value: "5" }], clawBackDays: 14 },
    ],
  });
});

test("an added step begins where the last one of its payment ends", () => {
  expect(nextStepRow("cpa", undefined)).toEqual({ kind: "cpa", from: "0" });
  expect(nextStepRow("cpa", { to: "99" })).toEqual({ kind: "cpa", from: "99" });
});
