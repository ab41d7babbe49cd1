import { beforeAll, expect, test } from "vitest";
import { findDifferingCounts } from "#app/database/queries/differing-counts.server.ts";
import { DayCount } from "#app/models/index.server.ts";
import { countMarkedDays } from "#app/services/counting/count-marked-days.server.ts";
import { getMoney } from "#app/services/money/get-money.server.ts";
import { checkTotals } from "#app/services/submissions/check-totals.server.ts";
import { createForm, submitForm } from "../../factories/index.ts";
import { stopIdleApp } from "../../servers/app.ts";

// Its job would add up the days, too.
beforeAll(stopIdleApp);

test("ranges of months, tens of days and days count each claim once, and the check mends a false ten", async () => {
  const form = await createForm();
  const { workspace } = form.owner;
  for (const day of ["2026-08-31", "2026-09-09", "2026-09-10", "2026-09-19", "2026-09-20", "2026-10-01"])
    await submitForm(form, { now: new Date(`${day}T12:00:00Z`) });
  while (await countMarkedDays());
  const count = async (from: string, to: string) => {
    const { totals } = await getMoney({ workspace, days: { from, to }, groupBy: "source", basis: "claim" });
    return totals.claims;
  };
  expect(await count("2026-08-31", "2026-10-01")).toBe(6);
  expect(await count("2026-09-01", "2026-09-30")).toBe(4);
  expect(await count("2026-09-10", "2026-09-19")).toBe(2);
  expect(await count("2026-09-11", "2026-09-20")).toBe(2);
  const where = { workspaceId: workspace.id, kind: "origin", period: "2026-09-1", measure: "claims" };
  expect(await DayCount.update({ amount: "999.0000" }, { where })).toEqual([2]);
  const month = { workspaceId: workspace.id, month: "2026-09" };
  expect((await findDifferingCounts()).months).toContainEqual(month);
  await checkTotals();
  expect((await findDifferingCounts()).months).not.toContainEqual(month);
  expect(await count("2026-09-10", "2026-09-19")).toBe(2);
});
