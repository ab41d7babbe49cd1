import { afterEach, beforeEach, expect, test } from "vitest";
import { findFormats, setFormatsSource } from "#app/lib/regional-formats.ts";
import { CorrectionForm } from "./corrections.ts";
import { PlatformForm, PlatformInput } from "./platforms.ts";
import { ManualSpend, SpendForm } from "./spend.ts";
import { DecideForm, SubmissionForm } from "./submission-forms.ts";
import { SubmissionStatusInput } from "./submissions.ts";

let region: string;
beforeEach(() => {
  region = "ES";
  setFormatsSource(() => findFormats(region));
});
afterEach(() => setFormatsSource(() => undefined));

const money = { amount: "1.250", currency: "EUR" };
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
  expect(PlatformForm.safeParse({ intent: "limit", ...money })).toEqual(read("1250"));
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
  expect(PlatformForm.safeParse({ intent: "limit", ...money }).success).toBe(false);
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
    const { data } = PlatformForm.safeParse({ intent: "limit", amount: "1.25", currency: "EUR" });
    expect(data).toMatchObject({ amount: "1.25" });
  }
});
