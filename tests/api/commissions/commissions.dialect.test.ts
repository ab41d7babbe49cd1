import { expect, test } from "vitest";
import { submitForm } from "../../factories/index.ts";
import { createTieredForm, percent } from "../../support/commissions.ts";
import { serveSite } from "../../support/site.ts";

const site = serveSite();
const setUp = (tiers: object[]) => createTieredForm(site, tiers);

test("a commission sees every amount before it once, also when ten are handled at the same moment", async () => {
  const { form, decide, progress } = await setUp([percent("0", "500", "10"), percent("500", null, "20")]);
  const submissions = await Promise.all(
    Array.from({ length: 10 }, () => submitForm(form, { amount: "100", currency: "EUR" })),
  );
  const decided = await Promise.all(submissions.map((submission) => decide(submission)));
  const totals = decided.map(({ commission }) => Number(commission.monthTotal.amount));
  expect(totals.sort((a, b) => a - b)).toEqual([100, 200, 300, 400, 500, 600, 700, 800, 900, 1000]);
  expect(await progress()).toMatchObject({ total: { amount: "1000.00" }, earned: [{ amount: "160.00" }] });
});

test("a changed decision keeps amounts to the last digit, however large", async () => {
  const { verify, progress } = await setUp([percent("0", null, "10", "IDR")]);
  for (const amount of ["999999999999.99", "0.01", "999999999999.99"]) await verify(amount, "EUR");
  const { total, earned } = await progress();
  // 1,999,999,999,999.99 × 20,384.10
  expect(total).toEqual({ amount: "40768199999999796.16", currency: "IDR" });
  expect(earned).toEqual([{ amount: "4076819999999979.62", currency: "IDR" }]);
});
