import { tz } from "@date-fns/tz";
import { addDays, addHours, startOfISOWeek } from "date-fns";
import { describe, expect, test } from "vitest";
import { inTransaction } from "#app/database/connection.server.ts";
import { markDays } from "#app/database/queries/day-marks.server.ts";
import { dayIn } from "#app/lib/dates.ts";
import { newId } from "#app/lib/ids.ts";
import { plusDays } from "#app/lib/periods.ts";
import { toNameKey } from "#app/lib/spend.ts";
import {
  AdObject,
  Delivery,
  Notification,
  SpendLimit,
  SpendRow,
  SpendWarning,
} from "#app/models/index.server.ts";
import { paths } from "#app/paths.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { getMoney } from "#app/services/money/get-money.server.ts";
import { notifyOfCampaignCosts } from "#app/services/notifications/notify-of-campaign-costs.server.ts";
import { sendWeeklySummaries } from "#app/services/notifications/weekly-summary.server.ts";
import {
  connectMeta,
  createForm,
  createMember,
  type Form,
  signInAs,
  submitForm,
} from "../../factories/index.ts";
import { eventually } from "../../support/eventually.ts";
import { readFlash } from "../../support/flash.ts";
import { plainText } from "../../support/html.ts";
import { serveSite } from "../../support/site.ts";
import { createTier } from "../../support/tiers.ts";

const site = serveSite();
const utc = { in: tz("UTC") };
const headers = { "sec-fetch-site": "same-origin" };
/** Without the marks that React leaves between the parts of a text. */
const plain = (html: string) => html.replaceAll("<!-- -->", "").replaceAll("&amp;", "&");

const today = (form: Form) => dayIn(form.owner.workspace.timeZone, new Date());
const daysOf = (form: Form) => ({ from: today(form), to: today(form) });

async function createCampaign(form: Form, name: string): Promise<AdObject> {
  return AdObject.create({
    workspaceId: form.owner.workspace.id,
    adPlatform: "meta",
    accountId: "",
    level: "campaign",
    objectId: null,
    objectKey: newId(),
    name,
    nameKey: toNameKey(name),
    createdAt: new Date(),
  });
}

async function spend(form: Form, campaign: AdObject, amount: string, more: Partial<SpendRow> = {}) {
  const workspaceId = form.owner.workspace.id;
  await inTransaction(async (transaction) => {
    await SpendRow.create(
      {
        workspaceId,
        origin: "file",
        rowKey: newId(),
        day: today(form),
        adPlatform: "meta",
        accountId: "",
        campaignRef: campaign.id,
        currency: "EUR",
        amount,
        isSpread: false,
        isWorkedOut: true,
        ...more,
      },
      { transaction },
    );
    await markDays(workspaceId, [more.day ?? today(form)], transaction);
  });
}

/** Claims of a campaign, the first of them verified with 100 each. */
async function claim(form: Form, token: string, campaign: string, count: number, verified: number) {
  for (let index = 0; index < count; index++) {
    const { id } = await submitForm(form, {
      pageUrl: `https://example.com/optin?utm_source=ig&utm_campaign=${campaign}`,
    });
    if (index < verified) await site.decide(token, id, { status: "handled", amount: "100", currency: "EUR" });
  }
}

/** Waits until the job of the site has added up what was spent and claimed. */
const untilAddedUp = ({ owner: { workspace } }: Form, days: { from: string; to: string }) =>
  eventually(async () => {
    const { isBehind } = await getMoney({ workspace, days, groupBy: "campaign", basis: "claim" });
    expect(isBehind).toBe(false);
  });

/** Waits until the ad platforms have accepted the events of so many claims. */
const untilSent = ({ owner: { workspace } }: Form, count: number) =>
  eventually(async () => {
    const where = { workspaceId: workspace.id, state: "sent" as const };
    expect(await Delivery.count({ where })).toBe(count);
  });

async function setUp() {
  const form = await createForm();
  const { token, cookie } = await signInAs(form.owner);
  const send = async (path: string, posted?: Record<string, string>) => {
    const response = await site.send(path, { cookie, ...(posted ? { form: posted, headers } : {}) });
    return { ...response, text: plain(response.text) };
  };
  return { form, token, cookie, send };
}

describe("money page", () => {
  test("a campaign's cost per verified deposit stands beside what the waiting claims may make of it", async () => {
    const { form, token, send } = await setUp();
    await claim(form, token, "summer", 3, 2);
    const summer = await createCampaign(form, "Summer");
    const lonely = await createCampaign(form, "Nobody claims");
    await claim(form, token, "unpaid", 1, 0);
    await spend(form, summer, "300", { conversions: "20" });
    await spend(form, lonely, "55.5");
    await untilAddedUp(form, daysOf(form));
    const { text } = await send(paths.money(daysOf(form)));
    expect(text).toContain("€150.00");
    expect(text).toContain("€100.00 if the one pending is verified");
    expect(text).toContain(">commission unknown<");
    // Two deposits say little: the exact Poisson interval of 300 / 2.
    expect(text).toMatch(/€41\.5\d–€1,238\.\d\d/);
    // Each number leads to its rows.
    const claims = /href="([^"]*truth=verified[^"]*)"[^>]*>2<\/a>/.exec(text)?.[1] ?? "";
    const listed = await site.send(`/api/optin/dashboard/submissions?${claims.split("?")[1]}`, { token });
    expect(listed.json.submissions).toHaveLength(2);
    expect(text).toContain(`href="${paths.spendRows({ ...daysOf(form), campaign: summer.id })}"`);
    // What matches nothing stands there with its money.
    const [, unmatched = ""] = text.split(">Not matched</h2>");
    expect(unmatched).toMatch(/Spend without claims.*Nobody claims.*€55\.50/s);
    expect(unmatched).toMatch(/Campaigns of claims without spend.*unpaid.*1 claim/s);
    // The ad platform counts 20 where two are verified.
    const [, truth = ""] = text.split(">Reported vs verified</h2>");
    expect(truth).toMatch(/\+18.*900% too many/s);
  });

  test("each row is judged in words, and only as far as its deposits and its spend allow", async () => {
    const { form, token, send } = await setUp();
    // A verified deposit earns 25.
    await createTier(form.platforms[0]?.id ?? "", { value: "25" });
    await claim(form, token, "gold", 12, 12);
    await claim(form, token, "thin", 2, 1);
    await claim(form, token, "unpaid", 1, 1);
    await claim(form, token, "pit", 1, 0);
    await spend(form, await createCampaign(form, "gold"), "100");
    await spend(form, await createCampaign(form, "thin"), "30");
    await spend(form, await createCampaign(form, "Pit"), "500");
    await spend(form, await createCampaign(form, "Nobody"), "900");
    await untilAddedUp(form, daysOf(form));
    const { text } = await send(paths.money(daysOf(form)));
    const rows = text.split("<tr>").map((row) => plainText(row).trim());
    const find = (name: string) => rows.find((row) => row.startsWith(name));
    expect(find("gold")).toMatch(/ 12 of 12 €8\.33 3× €200\.00 earns$/);
    expect(find("thin")).toMatch(/ 1 of 2 €30\.00 0\.83× -€5\.00 too few: 1 of about 120$/);
    expect(find("Pit")).toMatch(/ 0 of 1 – 0× -€500\.00 loses$/);
    expect(find("Nobody")).toMatch(/ 0 of 0 – 0× -€900\.00 no claim matched$/);
    expect(find("unpaid")).toMatch(/ – 1 of 1 – – – spend missing$/);
    expect(text).toMatch(/aria-label="Likely €4\.77–€16\.13; a deposit earns €25\.00"/);
  });

  test("the days before are compared with where the address says so", async () => {
    const { form, token, send } = await setUp();
    await claim(form, token, "summer", 2, 2);
    await spend(form, await createCampaign(form, "Summer"), "60");
    await untilAddedUp(form, daysOf(form));
    const before = plainText((await send(paths.money())).text);
    expect(before).toContain("Compare with the days before");
    expect(before).not.toContain("compared with");
    const { text } = await send(paths.money({ compare: "previous" }));
    expect(plainText(text)).toMatch(/compared with \w+ \d+, \d+ to \w+ \d+, \d+, 28 days/);
    const [, toStop] = /href="([^"]*)">Stop comparing</.exec(text) ?? [];
    expect(toStop?.replace(/\?$/, "")).toBe(paths.money());
  });

  test("the cost of a verified deposit is drawn by day, and stands in a table", async () => {
    const { form, token, send } = await setUp();
    await claim(form, token, "summer", 3, 2);
    await spend(form, await createCampaign(form, "Summer"), "60");
    await untilAddedUp(form, daysOf(form));
    const { text } = await send(paths.money());
    expect(text).toMatch(/role="img" aria-label="Cost per verified deposit by day, /);
    const [, table = ""] = text.split(">Cost per verified deposit by day</caption>");
    const [row = ""] = table.split("</tr>").slice(1);
    expect(plainText(row)).toMatch(/ €60\.00 3 2 €30\.00 ?$/);
    expect(plainText(text)).not.toContain("so it has no bar");
    await spend(form, await createCampaign(form, "Idle"), "10", { day: plusDays(today(form), -3) });
    await untilAddedUp(form, { from: plusDays(today(form), -3), to: today(form) });
    expect(plainText((await send(paths.money())).text)).toContain("so it has no bar");
  });

  test("without spend no amount of it is zero", async () => {
    const { form, token, send } = await setUp();
    await claim(form, token, "x", 1, 1);
    const { text } = await send(paths.money(daysOf(form)));
    expect(text).not.toContain("€0.00 ");
    const rows = text.split("<tr>").map((row) => plainText(row).trim());
    expect(rows.find((row) => row.startsWith("All "))).toMatch(/ – 1 of 1 – – –( |$)/);
  });

  test("what an ad platform counts itself is added up beside what is verified and what it accepted", async () => {
    const { form, token, send } = await setUp();
    await connectMeta(form.owner);
    await claim(form, token, "summer", 2, 2);
    await claim(form, token, "winter", 1, 1);
    await untilSent(form, 3);
    const summer = await createCampaign(form, "Summer");
    await spend(form, summer, "60", { conversions: "2.5" });
    await spend(form, summer, "40", { conversions: "9" });
    await spend(form, summer, "5");
    await spend(form, await createCampaign(form, "Winter"), "10", { conversions: "2" });
    await spend(form, await createCampaign(form, "Says nothing"), "20");
    await untilAddedUp(form, daysOf(form));
    const query = new URLSearchParams({ groupBy: "campaign", compare: "none", ...daysOf(form) });
    const { json } = await site.send(`/api/analytics?${query}`, { token });
    expect(json.rows).toMatchObject([
      { label: "Summer", verified: 2, accepted: 2, platformConversions: 11.5 },
      { label: "Winter", verified: 1, accepted: 1, platformConversions: 2 },
      { label: "Says nothing", verified: 0, accepted: 0, platformConversions: null },
    ]);
    expect(json.totals).toMatchObject({ verified: 3, accepted: 3, platformConversions: 13.5 });
    const { text } = await send(paths.money(daysOf(form)));
    const [, truth = ""] = plainText(text).split(" Reported vs verified ");
    expect(truth).toContain("Summer Meta 11.5 2 2 +9.5 475% too many");
    // One more than verified is what chance explains, and a campaign of which none are said is no row.
    expect(truth).toContain("Winter Meta 2 1 1 +1 Accepted: events");
  });

  test("the columns are chosen and kept without script, sorted by a link, and are those of the file", async () => {
    const { form, token, cookie } = await setUp();
    await claim(form, token, "cheap", 1, 1);
    await spend(form, await createCampaign(form, "cheap"), "10");
    await spend(form, await createCampaign(form, "dear"), "90");
    await untilAddedUp(form, daysOf(form));
    const chosen = `${paths.money({ ...daysOf(form), sort: "spend" })}&columns=&columns=profit&columns=spend`;
    const shown = await site.send(chosen, { cookie });
    const heads = (html: string) =>
      [...plain(html).matchAll(/<th scope="col"[^>]*>(?:<a[^>]*>)?([^<]+)/g)].map(([, head]) => head);
    expect(heads(shown.text).slice(0, 3)).toEqual(["Campaign", "Spend", "Profit"]);
    expect(shown.text.indexOf(">cheap<")).toBeLessThan(shown.text.indexOf(">dear<"));
    const kept = `${cookie}; ${shown.headers.getSetCookie()[0]?.split(";")[0]}`;
    const again = await site.send(paths.money(daysOf(form)), { cookie: kept });
    expect(heads(again.text).slice(0, 3)).toEqual(["Campaign", "Spend", "Profit"]);
    expect(again.text.indexOf(">dear<")).toBeLessThan(again.text.indexOf(">cheap<"));
    const file = paths.moneyExport({ ...daysOf(form), compare: "none", format: "csv" });
    const { text } = await site.send(file, { cookie: kept });
    const [head, ...rows] = text.replace("\ufeff", "").trim().split("\r\n");
    expect(head?.replaceAll(";", ",")).toBe('"Campaign","Ad platform","Spend (EUR)","Profit (EUR)"');
    expect(rows[0]?.replaceAll(";", ",")).toMatch(/^"dear","Meta","90[.,]00"/);
    const xlsx = await site.send(file.replace("csv", "xlsx"), { cookie: kept });
    expect(xlsx.text.startsWith("PK")).toBe(true);
  });

  test("the file has where a cost of few claims lies, and what it is if the waiting ones are true", async () => {
    const { form, token, cookie } = await setUp();
    await claim(form, token, "summer", 3, 1);
    await spend(form, await createCampaign(form, "summer"), "90");
    await untilAddedUp(form, daysOf(form));
    const file = paths.moneyExport({ ...daysOf(form), compare: "previous", format: "csv" });
    const { text } = await site.send(file, { cookie });
    const rows = text.replace("\ufeff", "").trim().replaceAll(";", ",").split("\r\n");
    const [head = [], values = []] = rows.map((row) => row.slice(1, -1).split('","'));
    const row = Object.fromEntries(head.map((name, index) => [name, values[index]?.replace(",", ".")]));
    expect(row).toMatchObject({
      "Cost per verified (EUR)": "90.00",
      "Cost per verified, from (EUR)": "16.15",
      "Cost per verified, to (EUR)": "3554.81",
      "To check": "2",
      "Cost per verified if those are true (EUR)": "30.00",
      "Cost per verified, before (EUR)": "",
    });
  });

  test("a workspace without spend is told how to add it, and by country no cost is made up", async () => {
    const { form, token, send } = await setUp();
    await claim(form, token, "x", 1, 1);
    expect((await send(paths.money(daysOf(form)))).text).toContain("No spend in these days");
    await spend(form, await createCampaign(form, "x"), "70");
    await untilAddedUp(form, daysOf(form));
    const { text } = await send(paths.money({ ...daysOf(form), groupBy: "country" }));
    expect(text).toContain("Ad platforms do not say what was spent by country, so its cost is not known.");
    expect((await send(paths.money({ groupBy: "moon" }))).text).toContain(
      "These parts of the link were not valid and are ignored: Group.",
    );
  });

  test("a campaign's spend counts under the source that its owner says, and without one stands alone", async () => {
    const { form, send } = await setUp();
    const campaign = await createCampaign(form, "Influencers");
    await spend(form, campaign, "80");
    await untilAddedUp(form, daysOf(form));
    const bySource = paths.money({ ...daysOf(form), groupBy: "source" });
    expect((await send(bySource)).text).toContain("Spend without a source");
    const toRules = paths.moneyRules({ campaign: campaign.id });
    expect((await send(paths.money(daysOf(form)))).text).toContain(
      `href="${toRules}">Assign to a source</a>`,
    );
    expect((await send(toRules)).text).toContain(`<option value="${campaign.id}" selected="">`);
    const rule = (source: string, campaignRef = campaign.id) =>
      send(paths.moneyRules(), { intent: "set-source", campaignRef, source });
    expect(readFlash(await rule("instagram"))).toBe(messages.money.sourceSaved);
    const rules = (await send(paths.moneyRules())).text;
    expect(rules).toMatch(/Influencers, Meta.*counts under.*instagram.*Remove rule/s);
    const { text } = await send(bySource);
    expect(text).not.toContain("Spend without a source");
    expect(text).not.toContain(">Not matched</h2>");
    expect((await rule("(none)")).text).toContain(messages.money.sourceShape);
    const byClick = (await send(paths.money({ ...daysOf(form), basis: "click" }))).text;
    expect(byClick).not.toMatch(/href="[^"]*truth=verified/);
    expect(text).toContain(">instagram<");
    expect(readFlash(await rule(""))).toBe(messages.money.sourceRemoved);
    expect((await rule("x", "")).text).toContain(messages.money.campaignMissing);
    expect((await rule("x", newId())).status).toBe(404);
  });
});

describe("limit of a campaign's cost", () => {
  const limit = { intent: "set-limit", costPerVerified: "100", afterSpend: "50" };
  const findWarnings = (form: Form) =>
    Notification.findAll({
      where: { workspaceId: form.owner.workspace.id, type: "campaignTooExpensive", userId: form.owner.id },
    });

  test("members are told once of a campaign above the limit, and again after it was below", async () => {
    const { form, token, send } = await setUp();
    const campaign = await createCampaign(form, "Dear");
    await spend(form, campaign, "40");
    expect((await send(paths.moneyRules(), { ...limit, afterSpend: "none" })).text).toContain(
      messages.money.limitShape,
    );
    await form.owner.workspace.update({ region: "US" });
    const doubtful = await send(paths.moneyRules(), { ...limit, costPerVerified: "1.250" });
    expect([doubtful.status, doubtful.text.includes(messages.fields.amountDigits)]).toEqual([400, true]);
    expect(readFlash(await send(paths.moneyRules(), limit))).toBe(messages.money.limitSaved);
    expect((await send(paths.moneyRules())).text).toContain('value="100"');
    await untilAddedUp(form, daysOf(form));
    await notifyOfCampaignCosts();
    expect(await findWarnings(form)).toHaveLength(0);
    await spend(form, campaign, "110");
    await untilAddedUp(form, daysOf(form));
    await notifyOfCampaignCosts();
    await notifyOfCampaignCosts();
    expect(await findWarnings(form)).toHaveLength(1);
    const { text: mail = "" } = await site.mail.latest(form.owner.email);
    expect(mail).toContain("Dear cost €150.00 and brought no verified deposit");
    expect((await send(paths.notifications())).text).toContain("Your limit is €100.00.");
    await claim(form, token, "dear", 2, 2);
    await untilAddedUp(form, daysOf(form));
    await notifyOfCampaignCosts();
    expect(await SpendWarning.count({ where: { workspaceId: form.owner.workspace.id } })).toBe(0);
    await spend(form, campaign, "100");
    await untilAddedUp(form, daysOf(form));
    await notifyOfCampaignCosts();
    expect(await findWarnings(form)).toHaveLength(2);
    expect(readFlash(await send(paths.moneyRules(), { intent: "remove-limit" }))).toBe(
      messages.money.limitRemoved,
    );
    expect(await SpendLimit.count({ where: { workspaceId: form.owner.workspace.id } })).toBe(0);
  });

  test("a campaign with an amount that has no exchange rate is not watched, and the page says so", async () => {
    const { form, send } = await setUp();
    await send(paths.moneyRules(), limit);
    await spend(form, await createCampaign(form, "Dear"), "200");
    const unknown = await createCampaign(form, "Unknown");
    await spend(form, unknown, "900");
    await spend(form, unknown, "900", { currency: "VES" });
    await untilAddedUp(form, daysOf(form));
    await notifyOfCampaignCosts();
    const warnings = await findWarnings(form);
    expect(warnings.map(({ payload }) => JSON.parse(payload).campaignName)).toEqual(["Dear"]);
    const { text } = await send(paths.moneyRules());
    expect(text).toContain("Campaigns without an exchange rate aren’t watched");
  });

  test("a viewer sees the money and changes nothing of it", async () => {
    const { form, send } = await setUp();
    await spend(form, await createCampaign(form, "Dear"), "200");
    const { cookie } = await signInAs(await createMember(form.owner, "viewer"));
    const read = async (path: string) => plain((await site.send(path, { cookie })).text);
    expect(await read(paths.money())).not.toContain("Assign to a source");
    expect(await read(paths.moneyRules())).toContain("No limit is set");
    await send(paths.moneyRules(), limit);
    const rules = await read(paths.moneyRules());
    expect(rules).toContain("costs more than €100.00 after €50.00 were spent.");
    expect(rules).not.toContain("set-limit");
    await send(paths.moneyRules(), { intent: "remove-limit" });
    const refused = await site.send(paths.moneyRules(), { cookie, form: limit, headers });
    expect(refused.headers.get("location")).toContain(paths.unauthorized());
    expect(await SpendLimit.count({ where: { workspaceId: form.owner.workspace.id } })).toBe(0);
  });
});

test("the overview shows what ads cost and the campaigns that surely lose, and is silent without spend", async () => {
  const { form, token, send } = await setUp();
  await claim(form, token, "good", 1, 1);
  expect((await send(paths.overview())).text).not.toContain("Ad spend");
  await spend(form, await createCampaign(form, "good"), "20");
  await spend(form, await createCampaign(form, "A money pit"), "500");
  await untilAddedUp(form, daysOf(form));
  const { text } = await send(paths.overview());
  expect(text).toMatch(/Ad spend.*€520\.00.*Cost per verified deposit.*€520\.00/s);
  // The broker has no commission, so nobody knows the profit.
  const unknown = /Profit is not known:<\/b> 1 verified deposit has no commission.*Set the commission/s;
  expect(text).toMatch(unknown);
  expect((await send(paths.money(daysOf(form)))).text).toMatch(unknown);
  expect(plainText(text)).not.toContain("Stop or change");
});

test("the overview names the campaigns that surely lose, the worst first, to who may read figures", async () => {
  const { form, token, send } = await setUp();
  await createTier(form.platforms[0]?.id ?? "", { value: "25" });
  await claim(form, token, "fair", 2, 2);
  for (const lost of ["a_leak", "a_money_pit"]) await claim(form, token, lost, 1, 0);
  await spend(form, await createCampaign(form, "fair"), "60");
  await spend(form, await createCampaign(form, "A leak"), "200");
  await spend(form, await createCampaign(form, "Nobody claims"), "900");
  await spend(form, await createCampaign(form, "A money pit"), "500");
  await untilAddedUp(form, daysOf(form));
  const { text } = await send(paths.overview());
  // The fair one loses by its two deposits, which say little.
  expect(plainText(text).match(/Stop or change [\w ]+ It loses/g)).toEqual([
    "Stop or change A money pit It loses",
    "Stop or change A leak It loses",
  ]);
  expect(plainText(text)).toContain("-€500.00");
  const [, href] = /href="([^"]*)">Stop or change/.exec(text) ?? [];
  const shown = plainText((await send(href ?? "")).text);
  expect(shown).toMatch(/A money pit Meta .* loses/);
  const { cookie } = await signInAs(await createMember(form.owner, "checker"));
  expect((await site.send(paths.overview(), { cookie })).text).not.toContain("A money pit");
});

test("the weekly summary says what ads cost, where something was spent", async () => {
  const { form, token } = await setUp();
  await spend(form, await createCampaign(form, "A money pit"), "500");
  await claim(form, token, "summer", 2, 1);
  await untilAddedUp(form, daysOf(form));
  const monday = addDays(startOfISOWeek(new Date(), utc), 7, utc);
  await sendWeeklySummaries(addHours(monday, 10));
  const { text = "" } = await site.mail.latest(form.owner.email);
  expect(text).toContain(
    "Ad spend: €500.00. Cost per verified deposit: €500.00; €250.00 if the one pending is verified.",
  );
  expect(text).toContain("A money pit loses most: -€500.00.");
});
