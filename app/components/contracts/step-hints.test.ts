import { expect, test } from "vitest";
import { messages } from "#app/schemas/messages/index.ts";
import { listStepHints } from "./step-hints.ts";

test("steps with a gap between them and steps that pay less say so, and are not refused", () => {
  expect(
    listStepHints(
      [
        { kind: "cpa", from: "100", to: "199.99", value: "300" },
        { kind: "cpa", from: "300", value: "200" },
      ],
      "USD",
    ),
  ).toEqual([
    ["Below $100.00 a first deposit earns nothing."],
    ["Between $199.99 and $300.00 a first deposit earns nothing.", messages.contracts.paysLess],
  ]);
});

test("steps of lots and of clients are measured in them", () => {
  const row = (kind: "per_lot" | "flat") => [
    { kind, from: "0", to: "10", value: "5" },
    { kind, from: "12", to: "20", value: "6" },
  ];
  expect(listStepHints(row("per_lot"), "USD")[1]).toEqual([
    "Between 10 lots and 12 lots a month earns nothing.",
    "Above 20 lots a month earns nothing: Step 2 ends there.",
  ]);
  expect(listStepHints(row("flat"), "USD")[1]?.[0]).toBe(
    "Between 10 clients and 12 clients a month earns nothing.",
  );
});

test("each group of countries and each payment has hints of its own", () => {
  expect(
    listStepHints(
      [
        { kind: "cpa", from: "0", value: "300" },
        { kind: "cpa", from: "0", countries: "DE", value: "200" },
        { kind: "share_of_revenue", from: "", value: "20%" },
        { kind: "per_lot", from: "many", value: "1" },
      ],
      "USD",
    ),
  ).toEqual([[], [], [], []]);
});
