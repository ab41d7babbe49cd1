import { describe, expect, test } from "vitest";
import { dayIn } from "#app/lib/dates.ts";
import { Commission, MonthTotal, Submission } from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { getFigures } from "#app/services/analytics/get-statistics.server.ts";
import { SNAPSHOT } from "#app/services/exchange-rates/snapshot.ts";
import { deletePlatform } from "#app/services/platforms/delete-platform.server.ts";
import { connectMeta, type createOwner, submitForm, toAccess } from "../../factories/index.ts";
import { createTieredForm, percent, setTiers } from "../../support/commissions.ts";
import { serveSite } from "../../support/site.ts";

const site = serveSite();
const setUp = (tiers: object[], owner?: Parameters<typeof createOwner>[0]) =>
  createTieredForm(site, tiers, owner);

describe("commission", () => {
  test("a commission uses the tier of the month's verified total, including its own amount, for the whole amount", async () => {
    const { verify, progress } = await setUp([percent("0", "999.99", "10"), percent("1000", null, "20")]);
    const first = await verify("600");
    expect(first.commission).toEqual({
      earned: { amount: "60.00", currency: "EUR" },
      tier: { name: "At 10", type: "percentage", value: "10", currency: "EUR" },
      monthTotal: { amount: "600.00", currency: "EUR" },
      rate: "1",
      rateDate: null,
      usesOwnRate: false,
      missingRate: null,
    });
    expect(await progress()).toMatchObject({ next: { tier: { name: "At 20" }, missing: { amount: "400" } } });

    const second = await verify("500.50");
    expect(second.commission).toMatchObject({
      earned: { amount: "100.10" },
      tier: { name: "At 20" },
      monthTotal: { amount: "1100.50" },
    });
    expect(await Commission.findByPk(first.submission.id)).toMatchObject({ tierName: "At 10" });
    expect(await progress()).toMatchObject({
      earned: [{ amount: "160.10", currency: "EUR" }],
      total: { amount: "1100.50", currency: "EUR" },
      tier: { name: "At 20" },
      next: null,
    });
  });

  test("a commission is a fixed amount where the tier says so", async () => {
    const { verify } = await setUp([{ ...percent("0", null, "40"), type: "fixed" }]);
    expect((await verify("12")).commission.earned).toEqual({ amount: "40.00", currency: "EUR" });
  });

  test("a commission is calculated in the tiers' currency at the day's rate, which is stored", async () => {
    const { verify, progress } = await setUp([percent("0", null, "10")]);
    const { commission } = await verify("250", "USD");
    // 250 / 1.1367 = 219.9349…
    expect(commission).toMatchObject({
      earned: { amount: "21.99", currency: "EUR" },
      monthTotal: { amount: "219.93", currency: "EUR" },
      rate: "0.8797395970792645377",
      rateDate: SNAPSHOT.day,
    });
    expect(await progress()).toMatchObject({ total: { amount: "219.93" } });
  });

  test.each([
    ["JPY", "1005", "100"],
    ["JPY", "1015", "102"],
    ["KWD", "1.005", "0.100"],
    ["KWD", "1.015", "0.102"],
  ])(
    "a commission is rounded half-even at the digits of %s: a tenth of %s is %s",
    async (currency, amount, earned) => {
      const { verify } = await setUp([percent("0", null, "10", currency)]);
      expect((await verify(amount, currency)).commission.earned).toEqual({ amount: earned, currency });
    },
  );

  test("a commission stays as it is when the tiers are changed", async () => {
    const { form, verify, token } = await setUp([percent("0", null, "10")]);
    const { submission, commission } = await verify("100");
    await setTiers(form, [percent("0", null, "50")]);
    const path = `/api/optin/dashboard/submissions/${submission.id}`;
    expect((await site.send(path, { token })).json.commission).toEqual(commission);
    expect((await verify("100")).commission.earned.amount).toBe("50.00");
  });

  test("a commission is nothing, and says why, below the first tier, without tiers and without a rate", async () => {
    const { form, verify, progress } = await setUp([percent("1000", null, "10")]);
    expect((await verify("100")).commission).toMatchObject({
      earned: null,
      tier: null,
      monthTotal: { amount: "100.00", currency: "EUR" },
    });
    const without = await verify("100", "AED");
    expect(without.commission).toEqual({
      earned: null,
      tier: null,
      monthTotal: null,
      rate: null,
      rateDate: null,
      usesOwnRate: false,
      missingRate: { from: "AED", to: "EUR" },
    });
    expect(await progress()).toMatchObject({
      total: { amount: "100.00" },
      left: [{ amount: "100", currency: "AED" }],
    });
    await setTiers(form, []);
    expect((await verify("100")).commission).toMatchObject({ earned: null, tier: null, monthTotal: null });
  });

  test("a commission does not exist without an amount", async () => {
    const { form, decide } = await setUp([percent("0", null, "10")]);
    const submission = await submitForm(form, { amount: undefined });
    expect((await decide(submission)).commission).toBeNull();
    expect(await Commission.count({ where: { workspaceId: form.owner.workspace.id } })).toBe(0);
  });

  test("a commission counts in the month of the visitor's confirmation, in the owner's zone", async () => {
    const { form, verify, progress } = await setUp([percent("0", null, "10")], {
      timeZone: "Europe/Madrid",
    });
    const now = new Date("2026-10-31T23:30:00Z");
    const { submission } = await verify("100", "EUR", now);
    expect(await Commission.findByPk(submission.id)).toMatchObject({ month: "2026-11" });
    expect(await progress(now)).toMatchObject({ month: "2026-11", total: { amount: "100.00" } });
    expect(form.owner.workspace.timeZone).toBe("Europe/Madrid");
  });
});

describe("changed decision", () => {
  test("a changed decision removes its amount and commission", async () => {
    const { form, decide, verify, progress } = await setUp([percent("0", null, "10")]);
    const { submission } = await verify("100");
    await verify("50");
    expect((await decide(submission, { status: "pending" })).commission).toBeNull();
    expect(await progress()).toMatchObject({ total: { amount: "50.00" }, earned: [{ amount: "5.00" }] });
    expect((await decide(submission)).commission.earned.amount).toBe("10.00");
    expect(await MonthTotal.count({ where: { platformId: String(form.platforms[0]?.id) } })).toBe(2);
  });

  test("a changed decision changes nothing if the event was sent", async () => {
    const { form, verify, token, progress } = await setUp([percent("0", null, "10")]);
    await connectMeta(form.owner);
    const { submission } = await verify("100");
    const path = `/api/optin/dashboard/submissions/${submission.id}`;
    const { status } = await site.send(path, { method: "PUT", token, json: { status: "rejected" } });
    expect(status).toBe(409);
    expect(await progress()).toMatchObject({ total: { amount: "100.00" }, earned: [{ amount: "10.00" }] });
  });

  test("a changed decision recalculates with a corrected amount, in place of the earlier one", async () => {
    const { decide, verify, progress } = await setUp([
      percent("0", "999.99", "10"),
      percent("1000", null, "20"),
    ]);
    const { submission } = await verify("100");
    const corrected = await decide(submission, { status: "handled", amount: "2000", currency: "EUR" });
    expect(corrected.commission).toMatchObject({
      earned: { amount: "400.00" },
      monthTotal: { amount: "2000.00" },
    });
    expect(corrected.correction).toMatchObject({ amount: "2000.00" });
    const again = await decide(submission, { status: "handled", amount: "2000.00", currency: "EUR" });
    expect(again.correction).toEqual(corrected.correction);
    const back = await decide(submission, { status: "handled", amount: "100", currency: "EUR" });
    expect(back).toMatchObject({ correction: null, commission: { earned: { amount: "10.00" } } });
    expect(await progress()).toMatchObject({ total: { amount: "100.00" }, earned: [{ amount: "10.00" }] });
  });

  test("a changed decision counts a corrected amount where the one before it counted, also when the owner has moved since", async () => {
    const { form, verify, decide, progress } = await setUp(
      [percent("0", "999.99", "5"), percent("1000", null, "10")],
      { timeZone: "Europe/Madrid" },
    );
    const now = new Date("2026-10-31T23:30:00Z");
    await verify("900", "EUR", now);
    const { submission } = await verify("200", "EUR", now);
    await Submission.update({ day: "2026-10-31" }, { where: { formId: form.id } });
    const corrected = await decide(submission, { status: "handled", amount: "200.01", currency: "EUR" });
    expect(corrected.commission).toMatchObject({
      earned: { amount: "20.00" },
      monthTotal: { amount: "1100.01" },
    });
    expect(await Commission.findByPk(submission.id)).toMatchObject({ month: "2026-11" });
    expect(await progress(now)).toMatchObject({ total: { amount: "1100.01" } });
  });

  test("a changed decision is in the currency that is known by then, and a new one needs an amount", async () => {
    const { decide, verify, token } = await setUp([]);
    const { submission } = await verify("10", "GBP");
    const corrected = await decide(submission, { status: "handled", amount: "700", currency: "JPY" });
    expect(corrected.correction).toMatchObject({ amount: "700", currency: "JPY" });
    const again = await decide(submission, { status: "handled", amount: "800" });
    expect(again.correction).toMatchObject({ amount: "800", currency: "JPY" });
    const refused = await site.send(`/api/optin/dashboard/submissions/${submission.id}`, {
      method: "PUT",
      token,
      json: { status: "handled", currency: "EUR" },
    });
    expect([refused.status, refused.json.errors]).toEqual([
      400,
      [{ field: "amount", message: messages.fields.amountInCurrency }],
    ]);
  });
});

test("what an archived platform earned stays the owner's", async () => {
  const { form, verify, progress } = await setUp([percent("0", null, "10")]);
  await verify("100");
  await deletePlatform({ access: toAccess(form.owner), platformId: String(form.platforms[0]?.id) });
  const day = dayIn("UTC", new Date());
  const { earned } = await getFigures({ workspace: form.owner.workspace, days: { from: day, to: day } });
  expect(earned.map(({ amount, currency }) => [Number(amount), currency])).toEqual([[10, "EUR"]]);
  expect((await progress()).total).toBeUndefined();
});

test("an owner's totals know nothing of another's", async () => {
  const [mine, theirs] = [await setUp([percent("0", null, "10")]), await setUp([percent("0", null, "10")])];
  await mine.verify("100");
  expect(await theirs.progress()).toMatchObject({ total: { amount: "0.00" }, earned: [] });
});
