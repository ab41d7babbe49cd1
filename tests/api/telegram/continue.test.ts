import { expect, test } from "vitest";
import { sha256 } from "#app/lib/random.server.ts";
import { LinkClick, Submission, TelegramClaim, TelegramStart } from "#app/models/index.server.ts";
import { paths } from "#app/paths.ts";
import { createVisitParameter } from "#app/services/broker-links/visit-parameter.server.ts";
import { createPrivateToken } from "#app/services/submissions/private-links.server.ts";
import type { ContinuedVisit } from "#app/services/telegram/starts/create-start.server.ts";
import { createBrokerLinkOf, createForm, type Form, signInAs, submitForm } from "../../factories/index.ts";
import { eventually } from "../../support/eventually.ts";
import { BROWSER, openPage } from "../../support/open-page.ts";
import { serveSite } from "../../support/site.ts";
import { createBot } from "../../support/telegram.ts";

const site = serveSite();

async function setUp() {
  const form = await createForm();
  const bot = await createBot(form.owner);
  return { form, bot };
}

const press = async (
  form: Pick<Form, "slug">,
  search = "",
  headers: Record<string, string> = {},
  method = "GET",
) => {
  const url = `${site.app.url}${paths.continueInTelegram(form)}${search}`;
  const { location = "", ...answered } = await openPage(url, { ...BROWSER, ...headers }, method).then(
    ({ headers: { location }, ...answer }) => ({ location, ...answer }),
  );
  return { ...answered, location };
};

const tokenOf = (location: string) => new URL(location).searchParams.get("start") ?? "";

async function startOf(location: string) {
  const start = await TelegramStart.findOne({
    where: { tokenHash: sha256(tokenOf(location)) },
    rejectOnEmpty: true,
  });
  return { start, visit: JSON.parse(start.visit) as ContinuedVisit };
}

test("a press leads to the bot with a token, and the visit with its click goes with it", async () => {
  const { form, bot } = await setUp();
  const cookie = "_fbp=fb.1.1763400000000.1116446470";
  const { status, location } = await press(form, "?fbclid=IwAR2abc&utm_campaign=Spring", { cookie });
  expect(status).toBe(302);
  expect(location).toContain(`/${bot.username}?start=`);
  expect(tokenOf(location)).toMatch(/^[\w-]{43}$/);
  const { start, visit } = await startOf(location);
  expect(start).toMatchObject({
    formId: form.id,
    link: form.slug,
    language: "en",
    hasClickId: true,
    startedAt: null,
  });
  expect(visit.entry.visits[0]?.parameters).toEqual({ fbclid: "IwAR2abc", utmCampaign: "Spring" });
  expect(visit.cookies).toEqual({ _fbp: "fb.1.1763400000000.1116446470" });
});

test("the visit of the form's page goes on, by its cookie or by the page that led there", async () => {
  const { form } = await setUp();
  const page = await site.send(`${paths.optIn(form)}?ttclid=E.C.P.first`, { headers: BROWSER });
  const cookie = page.headers
    .getSetCookie()
    .map((one) => one.split(";", 1)[0])
    .join("; ");
  const byCookie = await startOf((await press(form, "", { cookie })).location);
  expect(byCookie.visit.entry.visits[0]?.parameters).toEqual({ ttclid: "E.C.P.first" });
  const { host } = new URL(site.app.url);
  const referer = `http://${host}${paths.optIn(form)}?gclid=Cj0KCQ`;
  const byPage = await startOf((await press(form, "", { referer })).location);
  expect(byPage.visit.entry.visits[0]?.parameters).toEqual({ gclid: "Cj0KCQ" });
});

test.each<[what: string, headers: Record<string, string>, method?: string]>([
  ["a preview of a messenger", { "user-agent": "TelegramBot (like TwitterBot)" }],
  ["a prefetch", { "sec-purpose": "prefetch" }],
  ["a script that reads it", { "sec-fetch-mode": "cors" }],
  ["a question for its head", {}, "HEAD"],
])("%s makes no token, and shows a page on which one can press", async (_what, headers, method = "GET") => {
  const { form } = await setUp();
  const shown = await press(form, "?fbclid=IwAR2abc", headers, method);
  expect(shown.status).toBe(200);
  expect(await TelegramStart.count()).toBe(0);
  expect(shown.text.includes("Continue in Telegram")).toBe(method === "GET");
  const path = `${paths.continueInTelegram(form)}?fbclid=IwAR2abc`;
  const pressed = await site.send(path, { headers: BROWSER, form: {} });
  expect(pressed.status).toBe(303);
  expect((await startOf(pressed.headers.get("location") ?? "")).start.hasClickId).toBe(true);
});

test("who asks not to be tracked goes on without a click, a cookie or an id", async () => {
  const { form } = await setUp();
  const { location } = await press(form, "?fbclid=IwAR2abc", {
    "sec-gpc": "1",
    cookie: "_fbp=fb.1.1763400000000.1",
  });
  const { visit, start } = await startOf(location);
  expect(visit).toMatchObject({ entry: { visits: [] }, cookies: {} });
  expect(start).toMatchObject({ visitId: null, hasClickId: false });
});

test("the link of an unknown form is a 404, and without a bot it leads to the form", async () => {
  const form = await createForm();
  expect((await press({ slug: "no-such-form" })).status).toBe(404);
  expect(await press(form, "?fbclid=1")).toMatchObject({
    status: 302,
    location: `${paths.optIn(form)}?fbclid=1`,
  });
});

test("the form's page offers Telegram as soon as there is a bot, and no longer than that", async () => {
  const form = await createForm();
  const read = async () => (await site.send(paths.optIn(form), { headers: BROWSER })).text;
  const link = `href="${paths.continueInTelegram(form)}"`;
  expect(await read()).not.toContain(link);
  const bot = await createBot(form.owner);
  await eventually(async () => expect(await read()).toContain(link));
  expect((await site.send(`/api/optin/${form.slug}`)).json).toMatchObject({
    telegramHref: paths.continueInTelegram(form),
  });
  await bot.destroy();
  await eventually(async () => expect(await read()).not.toContain(link));
});

test("a claim's private page leads to the bot with the right to that claim, once it is pressed", async () => {
  const { form } = await setUp();
  const claim = await submitForm(form);
  const path = paths.privateLink({ slug: form.slug, token: createPrivateToken(claim.id) });
  const page = await site.send(path, { headers: BROWSER });
  expect(page.text).toContain("Continue in Telegram");
  expect(page.headers.get("content-security-policy")).toMatch(/form-action 'self'[^;]* https?:\/\//);
  expect(await TelegramStart.count()).toBe(0);
  const pressed = await site.send(path, { headers: BROWSER, form: { intent: "telegram" } });
  expect(pressed.status).toBe(303);
  expect((await startOf(pressed.headers.get("location") ?? "")).start.submissionId).toBe(claim.id);
});

test("a broker link of the chat joins the click to the visit of the chat, and to no forged one", async () => {
  const { form } = await setUp();
  const link = await createBrokerLinkOf(form);
  const { location } = await press(form, "?fbclid=IwAR2abc&utm_campaign=Spring");
  const { start } = await startOf(location);
  const visitId = start.visitId ?? "";
  const go = (parameter: string) => site.send(`${paths.go(link)}?${parameter}`, { headers: BROWSER });
  await go(createVisitParameter(visitId));
  await go(`visit=${visitId}.${"a".repeat(22)}`);
  await eventually(async () => {
    const clicks = await LinkClick.findAll({ order: [["createdAt", "ASC"]] });
    expect(clicks.map((click) => click.visitId === visitId)).toEqual([true, false]);
    expect(clicks[0]?.campaign).toBe("spring");
  });
});

test("a claim of a chat says so in the API, without the account", async () => {
  const { form, bot } = await setUp();
  const claim = await submitForm(form);
  await Submission.update({ channel: "telegram" }, { where: { id: claim.id } });
  const startedAt = new Date("2026-11-30T10:00:00.000Z");
  await TelegramClaim.create({
    submissionId: claim.id,
    workspaceId: form.owner.workspace.id,
    botId: bot.id,
    telegramUserId: "5000000042",
    language: "en",
    link: form.slug,
    startedAt,
    state: "idle",
    dueAt: null,
    attemptCount: 0,
    createdAt: startedAt,
  });
  const { token } = await signInAs(form.owner);
  const { json, text } = await site.read(token, claim.id);
  expect(json.attribution).toMatchObject({
    channel: "telegram",
    telegram: { startedAt: startedAt.toISOString(), joinedAt: null, link: form.slug },
  });
  expect(text).not.toContain("5000000042");
});
