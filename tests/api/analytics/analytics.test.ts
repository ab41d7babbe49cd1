import { tz } from "@date-fns/tz";
import { startOfMonth, subDays } from "date-fns";
import { expect, test } from "vitest";
import { inTransaction } from "#app/database/connection.server.ts";
import { addViews } from "#app/database/queries/totals.server.ts";
import { DAY } from "#app/lib/dates.ts";
import { Submission } from "#app/models/index.server.ts";
import { paths } from "#app/paths.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { addSpend } from "#app/services/spend/add-spend.server.ts";
import {
  connectMeta,
  createForm,
  createOwner,
  signInAs,
  submitForm,
  toAccess,
} from "../../factories/index.ts";
import { eventually } from "../../support/eventually.ts";
import { plainText } from "../../support/html.ts";
import { serveSite } from "../../support/site.ts";
import { createTier } from "../../support/tiers.ts";

const site = serveSite();
const utc = { in: tz("UTC") };
const stats = "/api/optin/dashboard/submissions/stats";
/** Without the marks that React leaves between the parts of a text. */
const plain = (html: string) => html.replaceAll("<!-- -->", "");

test("the page writes out its days and what they are compared with, and its numbers lead to the claims", async () => {
  const form = await createForm();
  await submitForm(form, { now: new Date("2026-11-10T12:00:00Z") });
  const { cookie } = await signInAs(form.owner);
  const read = async (query: Record<string, string>) =>
    plain((await site.send(paths.analytics(query), { cookie })).text);
  const text = await read({ from: "2026-11-01", to: "2026-11-14" });
  expect(text).toContain("Nov 1, 2026 to Nov 14, 2026, 14 days");
  expect(text).toContain("compared with Oct 18, 2026 to Oct 31, 2026, 14 days");
  const href = paths.submissions({ from: "2026-11-10", to: "2026-11-10" }).replaceAll("&", "&amp;");
  expect(text).toContain(`href="${href}"`);
  const broken = await read({ from: "yesterday" });
  expect(broken).toContain("Please provide a date, for example 2026-11-20");
  expect(broken).toContain(", so the last 28 days are shown.");
  const byYear = await read({ from: "2026-11-01", to: "2026-11-14", compare: "year" });
  expect(byYear).toContain("compared with Nov 1, 2025 to Nov 14, 2025, 14 days");
});

test("the funnel has what is claimed in copper, what is proven in verdigris, and one scale with the views", async () => {
  const form = await createForm();
  const { token, cookie } = await signInAs(form.owner);
  const workspaceId = form.owner.workspace.id;
  const day = new Date().toISOString().slice(0, 10);
  await inTransaction((transaction) =>
    addViews([{ workspaceId, formId: form.id, linkId: null, day, count: 8 }], transaction),
  );
  const { id } = await submitForm(form);
  await submitForm(form);
  await site.decide(token, id, { status: "handled" });
  const { text } = await site.send(paths.analytics(), { cookie });
  const [funnel = ""] = text.slice(text.indexOf(">Views<")).split("</ol>");
  const bars = [...funnel.matchAll(/<rect class="_(\w+?)_\w+" width="([^"]+)"/g)];
  expect(bars.map(([, tone, width]) => [tone, width])).toEqual([
    ["usual", "100%"],
    ["claimed", "25%"],
    ["proven", "12.5%"],
    ["proven", "0%"],
    ["proven", "0%"],
  ]);
});

test("the overview counts the events that were too late, and leads to as many claims", async () => {
  const form = await createForm();
  await connectMeta(form.owner);
  const { token, cookie } = await signInAs(form.owner);
  const { id } = await submitForm(form, { now: new Date(Date.now() - 10 * DAY) });
  await submitForm(form);
  await site.decide(token, id, { status: "handled" });
  const text = plain((await site.send(paths.overview(), { cookie })).text);
  expect(text).toContain("Last 28 days");
  const [, href = "", shown] =
    /href="([^"]*event=expired)"[^>]*><span[^>]*>(\d+)<\/span> <span[^>]*>too late/.exec(text) ?? [];
  expect(shown).toBe("1");
  const { search } = new URL(href.replaceAll("&amp;", "&"), site.app.url);
  const { json } = await site.send(`/api/optin/dashboard/submissions${search}`, { token });
  expect(json.submissions.map(({ _id }: { _id: string }) => _id)).toEqual([id]);
});

test("the overview says what last month's brokers owe and which events have problems, and leads there", async () => {
  const form = await createForm();
  await connectMeta(form.owner);
  await createTier(form.platforms[0]?.id ?? "", { value: "25" });
  const { token, cookie } = await signInAs(form.owner);
  const read = async (path: string) => plainText((await site.send(path, { cookie })).text);
  const now = subDays(startOfMonth(new Date(), utc), 12, utc);
  const { id, email } = await submitForm(form, { now: new Date(+now) });
  expect(await read(paths.overview())).not.toContain("What to do next");
  await site.decide(token, id, { status: "handled", amount: "100", currency: "EUR" });
  const { text } = await site.send(paths.overview(), { cookie });
  const month = new Date(+now).toISOString().slice(0, 7);
  expect(plainText(text)).toMatch(
    /What to do next Look at 1 claim with a problem .* Ask for the commission of \w+ \d+ Broker \w+ €25\.00 owed/,
  );
  expect(await read(paths.commissionOwed({ month }))).toContain("€25.00");
  expect(text).toContain(`href="${paths.commissionOwed({ month })}"`);
  const [, href = ""] = /href="([^"]*)">Look at 1 claim/.exec(text.replaceAll("&amp;", "&")) ?? [];
  const listed = await read(href);
  expect(listed).toMatch(/Problems 1 /);
  expect(listed.split(email).length).toBeGreaterThan(1);
});

test("a median of the latest claims links all that it is from", async () => {
  const form = await createForm();
  const { token, cookie } = await signInAs(form.owner);
  for (const { id } of [await submitForm(form), await submitForm(form)])
    await site.decide(token, id, { status: "handled" });
  const read = async () => plain((await site.send(paths.analytics(), { cookie })).text);
  expect(await read()).toMatch(/from <a [^>]*status=handled[^>]*>2 claims<\/a>/);
  const [one] = await Submission.findAll();
  await one?.update({ handledAt: null });
  expect(await read()).toMatch(/from the latest 1 of <a [^>]*status=handled[^>]*>2 claims<\/a>/);
});

test("the page of a new account says that there are no claims yet, in place of figures", async () => {
  const form = await createForm();
  const { cookie } = await signInAs(form.owner);
  const read = async () => plain((await site.send(paths.analytics(), { cookie })).text);
  expect(await read()).toContain("No claims yet");
  await submitForm(form, { now: new Date(Date.now() - 100 * DAY) });
  const later = await read();
  expect(later).not.toContain("No claims yet");
  expect(later).toContain("same as before");
  expect(later).not.toContain("The hatched bar");
});

test("the call gives the same figures, and refuses invalid ranges", async () => {
  const form = await createForm();
  await submitForm(form);
  await submitForm(form, { now: new Date(Date.now() - 40 * DAY) });
  const { token } = await signInAs(form.owner);
  const read = (query: string) => site.send(`${stats}?${query}`, { token });
  expect((await read("")).json).toMatchObject({ total: 1, pending: 1, previous: { total: 1 } });
  expect((await read("period=all&compare=none")).json).toMatchObject({ total: 2, previous: null });
  for (const query of [
    "from=2026-11-02&to=2026-11-01",
    "from=2000-01-01",
    "from=0001-01-01&to=0009-01-01",
    "period=week",
    "compare=often",
    "from=x",
  ])
    expect((await read(query)).status, query).toBe(400);
});

test("the call takes the list's filters, for the days before too", async () => {
  const form = await createForm();
  await submitForm(form, { pageUrl: "https://example.com/?utm_source=tiktok" });
  await submitForm(form);
  await submitForm(form, { now: new Date(Date.now() - 40 * DAY) });
  const { token } = await signInAs(form.owner);
  const read = async (query: string) => (await site.send(`${stats}?${query}`, { token })).json;
  expect(await read("source=tiktok")).toMatchObject({
    total: 1,
    conversionRate: null,
    bySource: [{ source: "tiktok", submissions: 1 }],
    previous: { total: 0 },
  });
  expect(await read("status=handled")).toMatchObject({ total: 0, series: expect.any(Array) });
});

test("the overview of a new account names the step that is missing, and leads to it", async () => {
  const owner = await createOwner();
  const { cookie } = await signInAs(owner);
  const read = async () => plain((await site.send(paths.overview(), { cookie })).text);
  const empty = await read();
  expect(empty).toContain("Add the broker you promote</h2>");
  expect(empty).toContain("1 of 8 done");
  const { platforms } = await createForm({ owner });
  expect(await read()).toContain("Add your commission</h2>");
  const { text } = await site.send(paths.overview(), { cookie });
  const tiers = paths.platform({ platformId: String(platforms[0]?.id) });
  expect(text).toMatch(new RegExp(`<a [^>]*href="${tiers}"[^>]*>Set tiers<`));
});

test("sample claims are marked, count nowhere, and go with one click or the first claim", async () => {
  const form = await createForm();
  const { cookie, token } = await signInAs(form.owner);
  const read = async () => plain((await site.send(paths.overview(), { cookie })).text);
  const post = (intent: string) =>
    site.send(paths.overview(), { form: { intent }, cookie, headers: { "sec-fetch-site": "same-origin" } });
  expect(await read()).toContain("Show sample claims");
  expect((await post("show-samples")).status).toBe(303);
  const shown = await read();
  expect(shown).toContain("Sample claims.");
  expect(shown).toContain("sample claims to check");
  const decide = { intent: "decide", submissionId: "sample-1", status: "handled", amount: "200" };
  const headers = { "sec-fetch-site": "same-origin" };
  const decided = await site.send(paths.samples({ open: "sample-1" }), { form: decide, cookie, headers });
  expect(decided.status).toBe(303);
  const kept = [cookie, ...decided.headers.getSetCookie().map((set) => set.split(";")[0])].join("; ");
  const sample = plain((await site.send(paths.samples({ open: "sample-1" }), { cookie: kept })).text);
  expect(sample).toMatch(/noor\.haddad@example\.com.*Undo decision/s);
  const next = plain((await site.send(paths.overview(), { cookie: kept })).text);
  expect([shown, next].map((page) => /(\d+)<\/b> <span[^>]*>sample claims to check/.exec(page)?.[1])).toEqual(
    ["5", "4"],
  );
  const unknown = { ...decide, submissionId: form.id };
  expect((await site.send(paths.samples(), { form: unknown, cookie, headers })).status).toBe(404);
  expect((await site.send(stats, { token })).json).toMatchObject({ total: 0, views: 0 });
  expect((await site.send("/api/optin/dashboard/submissions", { token })).json.submissions).toEqual([]);
  expect((await post("remove-samples")).status).toBe(303);
  expect(await read()).not.toContain("Sample claims.");
  await post("show-samples");
  await submitForm(form);
  expect(await read()).not.toContain("Sample claims.");
  expect((await site.send(paths.samples(), { cookie })).headers.get("location")).toBe(paths.overview());
});

test("a range of another century is refused by every page and call with figures", async () => {
  const form = await createForm();
  const { token, cookie } = await signInAs(form.owner);
  const range = { from: "0001-01-01", to: "0009-01-01" };
  for (const call of ["/api/analytics", "/api/spend", stats]) {
    const { status, json } = await site.send(`${call}?${new URLSearchParams(range)}`, { token });
    expect(status, call).toBe(400);
    expect(JSON.stringify(json)).toContain(messages.fields.dayYear);
  }
  for (const page of [paths.analytics(range), paths.money(range), paths.spend(range)])
    expect((await site.send(page, { cookie })).status, page).toBe(200);
});

test("all time begins with the first spend, where no claim is older", async () => {
  const form = await createForm();
  const { token } = await signInAs(form.owner);
  const spend = { name: "Fee", amount: "20", currency: "EUR", from: "2026-05-05", source: "instagram" };
  await addSpend({ access: toAccess(form.owner), spend });
  await eventually(async () => {
    const { json } = await site.send("/api/analytics?period=all", { token });
    expect(json).toMatchObject({ from: "2026-05-05", totals: { spend: "20.00" } });
  });
});

test("GET /api/analytics has the claims by each group, with their truth and the range before", async () => {
  const form = await createForm();
  const { token } = await signInAs(form.owner);
  const pageUrl = "https://example.com/?utm_source=tiktok&utm_campaign=nov";
  const claims = [await submitForm(form, { pageUrl }), await submitForm(form, { pageUrl })];
  await submitForm(form);
  await submitForm(form, { pageUrl, now: new Date(Date.now() - 40 * DAY) });
  await site.decide(token, claims[0]?.id ?? "", { status: "handled" });
  await site.decide(token, claims[1]?.id ?? "", { status: "rejected" });
  const workspaceId = form.owner.workspace.id;
  const day = new Date().toISOString().slice(0, 10);
  await inTransaction((transaction) =>
    addViews([{ workspaceId, formId: form.id, linkId: null, day, count: 9 }], transaction),
  );
  await eventually(async () => {
    expect((await site.send("/api/analytics?period=all", { token })).json.isBehind).toBe(false);
  });
  const read = async (query: string) => (await site.send(`/api/analytics?${query}`, { token })).json;

  const bySource = await read("");
  const truth = { decided: 2, verified: 1, waiting: 0, share: 0.5 };
  expect(bySource).toMatchObject({
    groupBy: "source",
    rows: [
      {
        key: "tiktok",
        views: null,
        claims: 2,
        decided: 2,
        verified: 1,
        waiting: 0,
        truth,
        value: "250.00",
        waitingValue: "0.00",
        spend: null,
        costPerVerified: null,
        profit: null,
        returnOnSpend: { value: null, commission: null },
      },
      {
        key: null,
        claims: 1,
        waiting: 1,
        truth: { share: null },
        byStatement: { confirmed: 0, share: null },
      },
    ],
    totals: { views: 9, claims: 3, accepted: 0, truth: { ...truth, waiting: 1 } },
    previous: { rows: [{ key: "tiktok", claims: 1 }], totals: { claims: 1 } },
  });
  const keysBy = async (group: string) =>
    (await read(`groupBy=${group}&compare=none`)).rows.map(({ key, claims }: Row) => [key, claims]);
  type Row = { key: string | null; claims: number };
  expect(await keysBy("campaign")).toEqual([
    ["nov", 2],
    [null, 1],
  ]);
  expect(await keysBy("platform")).toEqual([[form.platforms[0]?.id, 3]]);
  expect(await keysBy("form")).toEqual([[form.id, 3]]);
  expect(await keysBy("ad")).toEqual([[null, 3]]);
  const byDay = await read("groupBy=day&period=7days");
  expect(byDay.rows).toHaveLength(7);
  expect(byDay.rows.at(-1)).toMatchObject({ key: day, views: 9, claims: 3 });
  expect(byDay.previous.rows).toHaveLength(7);
  expect(await read("groupBy=moon")).toMatchObject({ code: "validation_failed" });
});
