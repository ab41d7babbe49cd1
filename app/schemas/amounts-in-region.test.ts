import { afterEach, beforeEach, expect, test } from "vitest";
import { writeInRegion } from "#app/lib/amount-in-region.ts";
import { fitsCurrency } from "#app/lib/money.ts";
import { findFormats, setFormatsSource } from "#app/lib/regional-formats.ts";
import { CorrectionForm } from "./corrections.ts";
import { messages } from "./messages/index.ts";
import { PlatformForm, PlatformInput } from "./platforms.ts";
import { ManualSpend, SpendForm } from "./spend.ts";
import { DecideForm, SubmissionForm } from "./submission-forms.ts";
import { SubmissionStatusInput } from "./submissions.ts";
import { TiersForm, writeTierRow } from "./tier-form.ts";

let region: string;
beforeEach(() => {
  region = "ES";
  setFormatsSource(() => findFormats(region));
});
afterEach(() => setFormatsSource(() => undefined));

const money = { amount: "1.250", currency: "EUR" };
const limit = { intent: "update", name: "Halden", icon: "Coins", accountNumber: { field: "no" } };
const tiers = { intent: "tiers", currency: "EUR" };
const tier = { name: "One", minAmount: "2.000", maxAmount: "20.000", type: "fixed", value: "1.500" };
const spend = { name: "Video", from: "2026-11-02", source: "instagram" };

test("a point with three digits groups in every form of an owner in Spain", () => {
  const id = "aB3dE5fG7h";
  const read = (amount: string) => ({ data: expect.objectContaining({ amount }), success: true });
  expect(DecideForm.safeParse({ intent: "decide", submissionId: id, status: "handled", ...money })).toEqual(
    read("1250"),
  );
  expect(SubmissionForm.safeParse({ intent: "resend", deliveryId: id, ...money })).toEqual(read("1250"));
  expect(CorrectionForm.safeParse({ intent: "correct", correctionReason: "Wrong", ...money })).toEqual(
    read("1250"),
  );
  expect(PlatformForm.safeParse({ ...limit, ...money })).toEqual(read("1250"));
  expect(SpendForm.safeParse({ intent: "add", ...spend, ...money })).toEqual(read("1250"));
  expect(SpendForm.safeParse({ intent: "add", ...spend, ...money, amount: "-1.255" })).toEqual(read("-1255"));
  expect(PlatformForm.parse({ ...tiers, tiers: [tier] })).toMatchObject({
    tiers: [{ minAmount: "2000", maxAmount: "20000", value: "1500" }],
  });
});

test("a percentage with three decimals stays one", () => {
  const percent = { ...tier, type: "percentage", value: "12.505" };
  expect(PlatformForm.parse({ ...tiers, tiers: [percent] })).toMatchObject({ tiers: [{ value: "12.505" }] });
});

test.each(["US", "FR"])("in %s it is refused, because it may mean two amounts", (code) => {
  region = code;
  expect(PlatformForm.safeParse({ ...limit, ...money }).success).toBe(false);
  expect(PlatformForm.safeParse({ ...tiers, tiers: [tier] }).success).toBe(false);
});

test("a program's point is the decimal mark, whatever the region", () => {
  expect(SubmissionStatusInput.parse({ status: "handled", ...money }).amount).toBe("1.250");
  expect(PlatformInput.safeParse({ name: "Halden", icon: "chart", amountLimit: money }).success).toBe(false);
  expect(ManualSpend.safeParse({ ...spend, ...money }).success).toBe(false);
});

test("an amount with one or two decimals is read alike everywhere", () => {
  for (const code of ["ES", "US"]) {
    region = code;
    const { data } = PlatformForm.safeParse({ ...limit, amount: "1.25", currency: "EUR" });
    expect(data).toMatchObject({ amount: "1.25" });
  }
});

const decide = (amount: string, currency: string) =>
  DecideForm.safeParse({
    intent: "decide",
    submissionId: "aB3dE5fG7h",
    status: "handled",
    amount,
    currency,
  });

test.each([
  ["ES", "12,500", "TND", "12.5"],
  ["FR", "12,505", "TND", "12.505"],
  ["ES", "1,250", "KWD", "1.250"],
  ["DE", "-12,505", "BHD", "-12.505"],
  ["US", "12.505", "OMR", "12.505"],
  ["US", "12,505", "JOD", "12505"],
  ["ES", "12,500", "EUR", "12500"],
  ["US", "123.000", "IQD", "123000"],
])("in %s %s %s is %s", (code, typed, currency, amount) => {
  region = code;
  if (!typed.startsWith("-")) expect(decide(typed, currency).data).toMatchObject({ amount });
  const parsed = SpendForm.safeParse({ intent: "add", ...spend, amount: typed, currency });
  expect(parsed.data).toMatchObject({ amount });
});

test.each([
  ["ES", "1.250", "KWD", { whole: "1250", fraction: "1,25" }],
  ["US", "12,505", "TND", { whole: "12505", fraction: "12.505" }],
  ["FR", "12.505", "KWD", { whole: "12505", fraction: "12,505" }],
])("in %s an owner who types %s %s is asked which of two amounts it is", (code, typed, currency, amounts) => {
  region = code;
  const message = messages.fields.amountDoubtful(typed, amounts, currency);
  const asked = [expect.objectContaining({ path: ["amount"], message })];
  const money = { amount: typed, currency };
  const id = "aB3dE5fG7h";
  for (const parsed of [
    decide(typed, currency),
    SubmissionForm.safeParse({ intent: "resend", deliveryId: id, ...money }),
    CorrectionForm.safeParse({ intent: "correct", correctionReason: "Wrong", ...money }),
    PlatformForm.safeParse({ ...limit, ...money }),
    SpendForm.safeParse({ intent: "add", ...spend, ...money }),
  ])
    expect(parsed.error?.issues).toEqual(asked);
  const tiered = TiersForm.safeParse({
    intent: "tiers",
    currency,
    tiers: [
      { name: "", minAmount: "", maxAmount: "", value: "" },
      { minAmount: "0", value: typed, type: "fixed" },
    ],
  });
  expect(tiered.error?.issues).toEqual([expect.objectContaining({ path: ["tiers", 1, "value"], message })]);
});

test.each(["US", "ES", "FR", "IN", "CH", "AT", "CV", "EG"])(
  "in %s a form that comes back as it was shown keeps every amount",
  (code) => {
    region = code;
    for (const currency of ["EUR", "JPY", "KWD", "TND", "IQD", "IDR", "COP", "CLP"])
      for (const amount of [
        "123",
        "123.5",
        "1.25",
        "1.250",
        "250.00",
        "12.505",
        "123.000",
        "1284.000",
        "20000",
      ]) {
        const shown = writeInRegion(amount, currency);
        const read = decide(shown, currency);
        // What the currency cannot have is not stored in it.
        if (!fitsCurrency(amount, currency)) continue;
        expect([currency, amount, Number(read.data?.amount)]).toEqual([currency, amount, Number(amount)]);
      }
  },
);

test("saved tiers come back as they were", () => {
  const saved = {
    id: "",
    name: "One",
    minAmount: "1.25",
    maxAmount: "12.505",
    type: "fixed",
    value: "1.505",
  } as const;
  const shown = writeTierRow(saved, "KWD");
  expect(shown).toMatchObject({ minAmount: "1,25", maxAmount: "12,505", value: "1,505" });
  const { data } = TiersForm.safeParse({ intent: "tiers", currency: "KWD", tiers: [shown] });
  expect(data?.tiers).toMatchObject([{ minAmount: "1.25", maxAmount: "12.505", value: "1.505" }]);
});
