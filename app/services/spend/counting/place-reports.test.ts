import { expect, test } from "vitest";
import { placeReports } from "./place-reports.ts";
import type { Report } from "./report.ts";

/** A file's report of 70 EUR for one campaign, with or without an amount of its own. */
const report = (importId: string, [day, toDay]: [string, string], more: Partial<Report> = {}): Report => ({
  id: importId,
  workspaceId: "workspace",
  origin: "file",
  importId,
  accountRef: null,
  reportKey: importId,
  reportedAt: new Date("2026-11-20T09:00Z"),
  day,
  toDay,
  adPlatform: "meta",
  accountId: "",
  campaignRef: "summer",
  adSetRef: null,
  adRef: null,
  hasUnknownAd: false,
  isComplete: false,
  currency: "EUR",
  amount: "70",
  impressions: null,
  clicks: null,
  conversions: null,
  isOfConnected: false,
  campaign: { name: "Summer", nameKey: "summer", hasId: false },
  leftReason: null,
  leftAmount: null,
  ...more,
});

/** "file 11-05 10": what each file counts on each day. */
async function place(reports: Report[]): Promise<string[]> {
  const { parts } = await placeReports(reports);
  return parts.map(
    ({ report: { importId }, day, amount }) => `${importId} ${day.slice(5)} ${Number(amount)}`,
  );
}

test("of two overlapping periods of one length the later upload counts whole, the earlier with its rest", async () => {
  const earlier = report("earlier", ["2026-11-01", "2026-11-07"], { amount: "110" });
  const later = report("later", ["2026-11-05", "2026-11-11"], { reportedAt: new Date("2026-11-21T09:00Z") });
  const days = (name: string, from: number, to: number, amount: number) =>
    Array.from(
      { length: to - from + 1 },
      (_, at) => `${name} 11-${String(from + at).padStart(2, "0")} ${amount}`,
    );
  const expected = [...days("later", 5, 11, 10), ...days("earlier", 1, 4, 20)];
  expect(await place([earlier, later])).toEqual(expected);
  expect(await place([later, earlier])).toEqual(expected);
});

test("a day counts before the period that it is in", async () => {
  const period = report("period", ["2026-11-01", "2026-11-07"], {
    reportedAt: new Date("2026-11-21T09:00Z"),
  });
  const day = report("day", ["2026-11-07", "2026-11-07"], { amount: "40" });
  expect(await place([period, day])).toEqual([
    "day 11-07 40",
    ...["01", "02", "03", "04", "05", "06"].map((one) => `period 11-${one} 5`),
  ]);
});
