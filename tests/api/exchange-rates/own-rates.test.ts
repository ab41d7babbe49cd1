import { describe, expect, test } from "vitest";
import { differingTotals } from "#app/database/queries/totals.server.ts";
import { ExchangeRate, OwnRate, RateSource, Workspace } from "#app/models/index.server.ts";
import { paths } from "#app/paths.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { OWN_RATES_MAX } from "#app/schemas/shared/limits.ts";
import { SubmissionsQuery } from "#app/schemas/submission-query.ts";
import { recalculateCommissions } from "#app/services/commissions/recalculate-commissions.server.ts";
import { SNAPSHOT } from "#app/services/exchange-rates/snapshot.ts";
import { listSubmissions } from "#app/services/submissions/list-submissions.server.ts";
import { recompareAmounts } from "#app/services/submissions/recompare-amounts.server.ts";
import { createMember, createOwner, signInAs, submitForm } from "../../factories/index.ts";
import { readFlash } from "../../support/flash.ts";
import { createOwnRates, RATES_PATH as path, tier } from "../../support/own-rates.ts";
import { serveSite } from "../../support/site.ts";

const site = serveSite({ RUN_WORKER: "no" });
const setUp = (tiers?: object[], options?: Parameters<typeof createOwner>[0]) =>
  createOwnRates(site, tiers, options);
const peg = { from: "USD", to: "AED", rate: "3.6725" };

describe("exchange rates that an owner sets", () => {
  test("exchange rates that an owner sets are listed, replaced by pair and day, and deleted", async () => {
    const { token, set } = await setUp();
    const pegged = await set(peg);
    expect(pegged).toMatchObject({ ...peg, isPegged: true, validFrom: null });
    const inverse = await set({ from: "aed", to: "USD", rate: 0.25 });
    expect(inverse).toMatchObject({ id: pegged.id, from: "AED", to: "USD", rate: "0.25" });
    const dated = await set({ ...peg, rate: "3,7", validFrom: "2026-10-01" });
    expect(dated).toMatchObject({ rate: "3.7", isPegged: false, validFrom: "2026-10-01" });
    const list = async () => (await site.send(path, { token })).json.rates;
    expect(await list()).toEqual([dated, inverse]);
    const other = await signInAs(await createOwner());
    const remove = (as: string) => site.send(`${path}/${dated.id}`, { method: "DELETE", token: as });
    expect((await remove(other.token)).status).toBe(404);
    expect((await site.send(path, { token: other.token })).json.rates).toEqual([]);
    expect([(await remove(token)).status, (await remove(token)).status]).toEqual([204, 404]);
    expect(await list()).toEqual([inverse]);
  });

  test("exchange rates that an owner sets have two currencies, a rate above 0 and a day that has come", async () => {
    const { form, token, workspace } = await setUp();
    const post = (json: object) => site.send(path, { method: "POST", token, json: { ...peg, ...json } });
    for (const [json, field, message] of [
      [{ rate: "0" }, "rate", messages.exchangeRates.rateShape],
      [{ rate: "-1" }, "rate", messages.exchangeRates.rateShape],
      [{ rate: "1e5" }, "rate", messages.exchangeRates.rateShape],
      [{ to: "usd" }, "to", messages.exchangeRates.sameCurrency],
      [{ to: "XXQ" }, "to", messages.fields.currencyShape],
      [{ validFrom: "yesterday" }, "validFrom", messages.fields.dayShape],
      [{ validFrom: "2099-12-31" }, "validFrom", messages.exchangeRates.dayFuture],
    ] as const)
      expect(await post(json)).toMatchObject({ status: 400, json: { errors: [{ field, message }] } });
    const one = { workspaceId: workspace.id, fromCurrency: "USD", toCurrency: "AED", rate: "1" };
    const day = (index: number) => new Date(Date.UTC(2020, 0, 1 + index)).toISOString().slice(0, 10);
    await OwnRate.bulkCreate(
      Array.from({ length: OWN_RATES_MAX }, (_, index) => ({
        ...one,
        pair: "AED/USD",
        validFrom: day(index),
        createdAt: new Date(),
      })),
    );
    expect(await post({})).toMatchObject({
      status: 409,
      json: { code: "too_many_rates", error: messages.exchangeRates.tooMany },
    });
    expect((await post({ validFrom: day(0), rate: "2" })).status).toBe(201);
    const viewer = await signInAs(await createMember(form.owner, "viewer"));
    const asViewer = { token: viewer.token, headers: { "x-workspace-id": workspace.id } };
    expect((await site.send(path, asViewer)).json.rates).toHaveLength(OWN_RATES_MAX);
    expect((await site.send(path, { ...asViewer, method: "POST", json: peg })).status).toBe(403);
  });

  test("exchange rates that an owner sets convert what lists are sorted by and what figures add up", async () => {
    const { form, token, workspace, set } = await setUp();
    const [dirhams, euros] = [
      await submitForm(form, { amount: "1000", currency: "AED" }),
      await submitForm(form, { amount: "50", currency: "EUR" }),
    ];
    const ids = async () => {
      const query = SubmissionsQuery.parse({ sort: "-amount" });
      return (await listSubmissions({ workspace, query })).submissions.map(({ id }) => id);
    };
    expect(await ids()).toEqual([euros.id, dirhams.id]);

    await set({ from: "AED", to: "EUR", rate: "0.2" });
    await recompareAmounts(() => false, new Date(Date.now() + 60_000));

    expect(await ids()).toEqual([dirhams.id, euros.id]);
    const more = await submitForm(form, { amount: "300", currency: "AED" });
    expect(await ids()).toEqual([dirhams.id, more.id, euros.id]);
    await site.decide(token, dirhams.id, { status: "handled" });
    const { commission } = (await site.send("/api/optin/dashboard/submissions/stats", { token })).json;
    expect(commission).toEqual({ amount: "20.00", currency: "EUR" });
  });
});

describe("commissions after a rate has changed", () => {
  test("commissions after a rate has changed are those of the rate, with the totals, until it is deleted", async () => {
    const { token, set, verify, read, earned } = await setUp();
    const id = await verify("1000", "AED");
    expect(await read(id)).toMatchObject({ earned: null, missingRate: { from: "AED", to: "EUR" } });

    const { id: rateId } = await set({ from: "AED", to: "EUR", rate: "0.2" });

    expect(await read(id)).toEqual({
      earned: { amount: "20.00", currency: "EUR" },
      tier: { name: "From 0", type: "percentage", value: "10", currency: "EUR" },
      monthTotal: { amount: "200.00", currency: "EUR" },
      rate: "0.2",
      rateDate: null,
      usesOwnRate: true,
      missingRate: null,
    });
    const next = await verify("500", "AED");
    expect(await read(next)).toMatchObject({ earned: { amount: "10.00" }, monthTotal: { amount: "300.00" } });
    await set({ from: "EUR", to: "AED", rate: "4" });
    expect(await read(next)).toMatchObject({ earned: { amount: "12.50" }, monthTotal: { amount: "375.00" } });
    expect([await earned(), await differingTotals()]).toEqual([["37.5 EUR"], []]);
    await site.send(`${path}/${rateId}`, { method: "DELETE", token });
    await recalculateCommissions(() => false);
    expect(await read(id)).toMatchObject({ earned: null, tier: null, rate: null, usesOwnRate: false });
    expect([await earned(), await differingTotals()]).toEqual([["0 EUR"], []]);
    expect(await Workspace.count({ where: { ratesChangedAt: null } })).toBe(await Workspace.count());
  });

  test("commissions after a rate has changed have the tiers that the month reaches with it, and other claims too", async () => {
    const { set, setTiers, verify, read, earned } = await setUp([
      tier("0", "499.99", "10"),
      tier("500", null, "20"),
    ]);
    const first = await verify("100", "EUR");
    const dirhams = await verify("2000", "AED");
    const later = await verify("200", "EUR");
    const before = await read(first);
    expect(await read(later)).toMatchObject({
      earned: { amount: "20.00" },
      monthTotal: { amount: "300.00" },
    });

    await set({ from: "AED", to: "EUR", rate: "0.2" });

    expect(await read(first)).toEqual(before);
    expect(await read(dirhams)).toMatchObject({
      earned: { amount: "80.00" },
      monthTotal: { amount: "500.00" },
    });
    expect(await read(later)).toMatchObject({
      earned: { amount: "40.00" },
      monthTotal: { amount: "700.00" },
    });
    // Tiers that were edited since change no claim that stays in its tier.
    await setTiers([tier("0", "499.99", "50"), tier("500", null, "60")]);
    await set({ from: "AED", to: "EUR", rate: "0.25" });
    expect(await read(dirhams)).toMatchObject({ earned: { amount: "100.00" }, tier: { value: "20" } });
    expect(await read(later)).toMatchObject({
      earned: { amount: "40.00" },
      monthTotal: { amount: "800.00" },
    });
    expect([await read(first), await earned()]).toEqual([before, ["150 EUR"]]);
    await recalculateCommissions(() => false);
    expect([await earned(), await differingTotals()]).toEqual([["150 EUR"], []]);
  });

  test("commissions after a rate has changed keep the bank's rate of their day where the owner set none for it", async () => {
    const { set, verify, read } = await setUp();
    const [dollars, yen] = [await verify("100", "USD"), await verify("10000", "JPY")];
    const [before, yenBefore] = [await read(dollars), await read(yen)];
    expect(before).toMatchObject({ rateDate: SNAPSHOT.day, usesOwnRate: false });
    await ExchangeRate.bulkCreate([
      { day: "2026-11-25", currency: "USD", perEuro: "9" },
      { day: "2026-11-25", currency: "JPY", perEuro: "9" },
    ]);
    await RateSource.upsert({ id: "ecb", day: "2026-11-25", fetchedAt: new Date(), nextUpdateAt: null });
    const { json } = await site.send(path, {
      method: "POST",
      token: (await signInAs(await createOwner())).token,
      json: peg,
    });
    expect(json.rate.id).toBeTruthy();

    await set({ from: "USD", to: "EUR", rate: "0.5", validFrom: new Date().toISOString().slice(0, 10) });

    expect(await read(dollars)).toMatchObject({ earned: { amount: "5.00" }, rate: "0.5", rateDate: null });
    expect(await read(yen)).toMatchObject({ rate: yenBefore.rate, rateDate: SNAPSHOT.day });
  });
});

describe("fixed commission", () => {
  test("a fixed commission needs no rate where its tier is certain, and a claim says which rate is missing where it is not", async () => {
    const { verify, read, cookie, setTiers, earned } = await setUp([tier("0", null, "20", "fixed")]);
    expect(await read(await verify("1000", "AED"))).toEqual({
      earned: { amount: "20.00", currency: "EUR" },
      tier: { name: "From 0", type: "fixed", value: "20.00", currency: "EUR" },
      monthTotal: null,
      rate: null,
      rateDate: null,
      usesOwnRate: false,
      missingRate: null,
    });
    await setTiers([tier("0", "500", "20", "fixed"), tier("500", null, "30", "fixed")]);
    const id = await verify("1000", "AED");
    expect(await read(id)).toMatchObject({ earned: null, missingRate: { from: "AED", to: "EUR" } });
    const page = await site.send(`${paths.submissions()}?status=all&open=${id}`, { cookie });
    expect(page.text).toContain("no exchange rate from AED to EUR");
    expect(page.text).toContain(paths.exchangeRates({ from: "AED", to: "EUR" }).replace("&", "&amp;"));
    await verify("600", "EUR");
    expect(await read(await verify("1000", "AED"))).toMatchObject({ earned: { amount: "30.00" } });
    expect([await earned(), await differingTotals()]).toEqual([["80 EUR"], []]);
  });
});

describe("the page of exchange rates", () => {
  test("the page of exchange rates offers the pegs of missing currencies, and takes one with one press", async () => {
    const { form, cookie, post } = await setUp();
    await submitForm(form, { amount: "1000", currency: "AED" });
    const here = paths.exchangeRates();
    const shown = await site.send(here, { cookie });
    expect(shown.text).toContain("AED to EUR");
    expect(shown.text).toContain("1\u00a0USD = 3.6725\u00a0AED");
    expect(await OwnRate.count()).toBe(0);

    const taken = await post({ intent: "use-peg", currency: "AED" });

    expect(readFlash(taken)).toBe(messages.exchangeRates.saved);
    const own = await OwnRate.findOne({ rejectOnEmpty: true });
    expect(own).toMatchObject({ fromCurrency: "USD", toCurrency: "AED", rate: "3.6725" });
    const after = await site.send(here, { cookie });
    expect(after.text).not.toContain("Missing rates");
    expect(after.text).toContain("fixed: valid on all days");
    const gone = await post({ intent: "delete", rateId: own.id });
    expect([readFlash(gone), await OwnRate.count()]).toEqual([messages.exchangeRates.deleted, 0]);
    const none = await post({ intent: "use-peg", currency: "EUR" });
    expect([none.status, none.text.includes(messages.exchangeRates.noPeg)]).toEqual([400, true]);
  });

  test("the page of exchange rates saves a rate from a day on, and asks for the day", async () => {
    const { form, post } = await setUp();
    const fields = { intent: "set", from: "NGN", to: "EUR", rate: "0,0006", validity: "from" };
    const asked = await post({ ...fields, validFrom: "" });
    expect([asked.status, asked.text.includes(messages.exchangeRates.dayMissing)]).toEqual([400, true]);
    expect((await post({ ...fields, validFrom: "2026-11-01" })).status).toBe(303);
    expect(await OwnRate.findOne()).toMatchObject({ rate: "0.0006", validFrom: "2026-11-01" });
    const viewer = await signInAs(await createMember(form.owner, "viewer"));
    const read = await site.send(paths.exchangeRates({ from: "NGN", to: "EUR" }), { cookie: viewer.cookie });
    expect([read.text.includes("1\u00a0NGN = 0.0006\u00a0EUR"), read.text.includes("Save rate")]).toEqual([
      true,
      false,
    ]);
  });
});
