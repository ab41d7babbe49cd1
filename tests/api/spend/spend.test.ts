import { expect, test } from "vitest";
import { inTransaction } from "#app/database/connection.server.ts";
import type { Spend } from "#app/lib/spend.ts";
import { AdObject, SpendImport, SpendRow } from "#app/models/index.server.ts";
import { paths } from "#app/paths.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { saveSpend } from "#app/services/spend/save-spend.server.ts";
import {
  createAdObject,
  createKey,
  createMember,
  createOwner,
  createSpendFile,
  type Owner,
  signInAs,
} from "../../factories/index.ts";
import { eventually } from "../../support/eventually.ts";
import { plainText } from "../../support/html.ts";
import { serveSite } from "../../support/site.ts";

const site = serveSite();
const api = "/api/spend";
const fee = {
  name: "Fee of Ana",
  amount: "100",
  currency: "EUR",
  from: "2026-11-01",
  to: "2026-11-03",
  source: " Instagram ",
};
const november = "from=2026-11-01&to=2026-11-30";

/** What a connected account read. */
const read = (owner: Owner, rows: Partial<Spend>[]) =>
  inTransaction((transaction) =>
    saveSpend(
      { workspaceId: owner.workspace.id, origin: "account", accountRef: "a", reportedAt: new Date() },
      rows.map((row) => ({
        day: "2026-11-02",
        adPlatform: "meta",
        accountId: "7",
        adSet: null,
        ad: null,
        campaign: { objectId: "1", name: "Summer" },
        source: null,
        currency: "EUR",
        amount: "1",
        impressions: null,
        clicks: null,
        conversions: null,
        ...row,
      })),
      transaction,
    ),
  );

/** The page that a response leads to, with the message that it brings. */
async function follow(cookie: string, response: { headers: Headers }): Promise<string> {
  const flash = response.headers.getSetCookie().find((line) => line.startsWith("attesto_flash"));
  const location = response.headers.get("location") ?? "";
  return (await site.send(location, { cookie: `${cookie}; ${flash?.split(";")[0]}` })).text;
}

async function setUp() {
  const owner = await createOwner({ currency: "EUR" });
  const { token, cookie } = await signInAs(owner);
  const list = async (query: string) => (await site.send(`${api}?${november}&${query}`, { token })).json;
  const add = async (json: object) => (await site.send(api, { token, json: { ...fee, ...json } })).json;
  const post = (fields: Record<string, string>, path = paths.spend()) =>
    site.send(path, { cookie, form: fields, headers: { "sec-fetch-site": "same-origin" } });
  return { owner, token, cookie, list, add, post };
}

test("an amount by hand is spread over its days, counts under its source, and is gone once it is deleted", async () => {
  const { token, list } = await setUp();
  const { status, json } = await site.send(api, { token, json: fee });
  expect(status).toBe(201);
  expect(json.import).toMatchObject({
    kind: "manual",
    name: "Fee of Ana",
    source: "instagram",
    amount: "100.00",
    currency: "EUR",
    from: "2026-11-01",
    to: "2026-11-03",
    isSpread: true,
    rows: 3,
    status: "ready",
  });
  const { rows, totals } = await list("groupBy=day");
  expect(rows.map(({ key, spend }: { key: string; spend: string }) => [key, spend])).toEqual([
    ["2026-11-01", "33.34"],
    ["2026-11-02", "33.33"],
    ["2026-11-03", "33.33"],
  ]);
  expect(totals).toEqual({
    spend: "100.00",
    sums: [{ amount: "100.00", currency: "EUR" }],
    isSpread: true,
    impressions: null,
    clicks: null,
    conversions: null,
  });
  expect((await list("groupBy=source")).rows).toMatchObject([{ key: "instagram", spend: "100.00" }]);
  expect((await list(`groupBy=import&import=${json.import.id}`)).rows).toMatchObject([
    { key: json.import.id, label: "Fee of Ana" },
  ]);

  const gone = await site.send(`${api}/${json.import.id}`, { method: "DELETE", token });
  expect(gone.status).toBe(204);
  expect((await list("")).totals).toMatchObject({ spend: "0.00", sums: [] });
  expect((await site.send(`${api}/uploads/${json.import.id}`, { token })).status).toBe(404);
});

test("campaigns of two ad platforms stand apart, a rule names a campaign's source, and a missing rate hides no money", async () => {
  const { owner, list, add } = await setUp();
  await read(owner, [
    { amount: "40.10", impressions: 1000, clicks: 10, conversions: "2.5" },
    { amount: "2.20", day: "2026-11-03", conversions: "1" },
    { adPlatform: "tiktok", amount: "7" },
    { campaign: null, adPlatform: "snapchat", amount: "3", currency: "XAU" },
  ]);
  await add({ amount: -5 });
  const { rows, totals, pagination } = await list("");
  const shown = rows.map(({ adPlatform, label, spend, sums }: Record<string, unknown>) => ({
    adPlatform,
    label,
    spend,
    sums,
  }));
  expect(shown).toContainEqual({
    adPlatform: "meta",
    label: "Summer",
    spend: "42.30",
    sums: [{ amount: "42.30", currency: "EUR" }],
  });
  expect(shown).toContainEqual(
    expect.objectContaining({ adPlatform: "tiktok", label: "Summer", spend: "7.00" }),
  );
  expect(shown).toContainEqual(expect.objectContaining({ adPlatform: "snapchat", label: null, spend: null }));
  expect(shown).toContainEqual(expect.objectContaining({ adPlatform: null, spend: "-5.00" }));
  expect(pagination.total).toBe(4);
  expect(totals).toMatchObject({ spend: null, impressions: 1000, clicks: 10, conversions: "3.5" });
  expect(totals.sums).toEqual([
    { amount: "44.30", currency: "EUR" },
    expect.objectContaining({ currency: "XAU" }),
  ]);

  const place = { workspaceId: owner.workspace.id, adPlatform: "meta" };
  await AdObject.update({ source: "instagram" }, { where: place });
  const bySource = (await list("groupBy=source&limit=5")).rows;
  expect(bySource).toContainEqual(expect.objectContaining({ key: "instagram", spend: "37.30" }));
  expect((await list("source=instagram")).totals.spend).toBe("37.30");
  expect((await list("source=(none)&platform=tiktok")).totals.spend).toBe("7.00");
  expect((await list("groupBy=platform&limit=1&page=2")).rows).toHaveLength(1);
});

test("amounts in another currency count at the rate of their day", async () => {
  const { list, add } = await setUp();
  await add({ currency: "USD", amount: "30" });
  const { totals } = await list("");
  expect(Number(totals.spend)).toBeGreaterThan(20);
  expect(Number(totals.spend)).toBeLessThan(30);
  expect(totals.sums).toEqual([{ amount: "30.00", currency: "USD" }]);
});

test.each([
  ["name", { name: " " }, messages.spend.nameRequired],
  ["amount", { amount: "0" }, messages.spend.amountShape],
  ["amount", { amount: "1.234" }, messages.fields.amountDigits],
  ["source", { source: "" }, messages.spend.sourceRequired],
  ["from", { from: "yesterday" }, messages.fields.dayShape],
  ["from", { from: "0001-01-01" }, messages.fields.dayYear],
  ["to", { to: "2026-10-31" }, messages.spend.endsBeforeStart],
  ["to", { to: "2027-11-02" }, messages.spend.periodLong],
])("a wrong %s of an amount is refused with a sentence", async (field, wrong, message) => {
  const { add } = await setUp();
  expect((await add(wrong)).errors).toContainEqual({ field, message });
});

test("nobody else's spend is there, and only who may write it changes it", async () => {
  const { owner, add } = await setUp();
  const { import: added } = await add({});
  const file = await createSpendFile(owner, { sheets: '["spend.csv"]', answers: "{}" });
  const campaign = await createAdObject(owner, { name: "Summer" });
  const stranger = await signInAs(await createOwner());
  const calls: [method: string, path: string, json?: object][] = [
    ["DELETE", `${api}/${added.id}`],
    ["DELETE", `${api}/${file.id}`],
    ["GET", `${api}/uploads/${added.id}`],
    ["GET", `${api}/uploads/${file.id}`],
    ["PATCH", `${api}/uploads/${file.id}`, { currency: "USD" }],
    ["PATCH", `${api}/campaigns/${campaign.id}`, { source: "instagram" }],
  ];
  for (const [method, path, json] of calls) {
    const { status } = await site.send(path, { method, token: stranger.token, ...(json ? { json } : {}) });
    expect([method, path, status]).toEqual([method, path, 404]);
  }
  const pages: [path: string, form?: Record<string, string>][] = [
    [paths.spendFile(file)],
    [paths.spendFile(file), { intent: "read", currency: "USD" }],
    [paths.spendFile(file), { intent: "delete" }],
    [paths.spend(), { intent: "delete", importId: added.id }],
    [paths.moneyRules(), { intent: "set-source", campaignRef: campaign.id, source: "instagram" }],
  ];
  for (const [path, form] of pages) {
    const sent = form ? { form, headers: { "sec-fetch-site": "same-origin" } } : {};
    const { status } = await site.send(path, { cookie: stranger.cookie, ...sent });
    expect([path, form, status]).toEqual([path, form, 404]);
  }
  const filters: Record<string, string>[] = [{ import: added.id }, { campaign: campaign.id }];
  for (const filter of filters) {
    const path = paths.spendRows({ from: fee.from, to: fee.to, ...filter });
    expect((await site.send(path, { cookie: stranger.cookie })).text).not.toContain("Fee of Ana");
  }
  expect(await SpendImport.findByPk(file.id)).toMatchObject({ state: "ready", answers: "{}" });
  expect(await AdObject.findByPk(campaign.id)).toMatchObject({ source: null });
  expect(await SpendRow.count({ where: { importId: added.id } })).toBe(3);
  const viewer = await signInAs(await createMember(owner, "viewer"));
  const { text } = await site.send(paths.spend(), { cookie: viewer.cookie });
  expect(plainText(text)).toContain("Fee of Ana");
  expect(text).not.toContain("Add amount");
  const reader = (await createKey(owner, { scopes: ["spend:read"] })).key;
  expect((await site.send(api, { token: reader })).status).toBe(200);
  expect((await site.send(api, { token: reader, json: fee })).status).toBe(403);
});

test("the page adds and deletes an amount, and each number leads to its rows", async () => {
  const { owner, cookie, post } = await setUp();
  const empty = plainText((await site.send(paths.spend(), { cookie })).text);
  expect(empty).toContain("No spend yet");
  const refused = await post({ intent: "add", ...fee, amount: "much" });
  expect(refused.status).toBe(400);
  expect(refused.text).toContain(messages.spend.amountShape);
  const elsewhere = await post({ intent: "add", ...fee, shownWorkspace: "another" });
  expect(elsewhere.text).toContain(messages.spend.addFailed);
  const done = await post({ intent: "add", ...fee });
  expect(await follow(cookie, done)).toContain(messages.spend.added);
  await read(owner, [{ amount: "50" }]);

  const query = { from: "2026-11-01", to: "2026-11-30" };
  const { text } = await site.send(paths.spend(query), { cookie });
  expect(plainText(text)).toContain("€150.00");
  const hrefs = [...text.matchAll(/href="(\/dashboard\/spend\/rows[^"]*)"/g)].map(([, href = ""]) =>
    href.replaceAll("&amp;", "&"),
  );
  const campaign = await AdObject.findOne({ where: { level: "campaign" }, rejectOnEmpty: true });
  const ofCampaign = hrefs.find((href) => href.includes(campaign.id)) ?? "";
  const rows = plainText((await site.send(ofCampaign, { cookie })).text);
  expect(rows).toContain("Nov 2, 2026 Summer Meta account 7 €50.00");
  expect(rows).toContain("Connected account");
  expect(rows).not.toContain("Fee of Ana");
  const [added] = await SpendRow.findAll({ where: { origin: "manual" } });
  const ofFee = hrefs.find((href) => href.includes(added?.importId ?? "-")) ?? "";
  const feeRows = plainText((await site.send(ofFee, { cookie })).text);
  expect(feeRows).toMatch(/spread over its days €33\.33.*spread over its days €33\.34/);
  expect(plainText((await site.send(paths.spendRows({ page: 9, ...query }), { cookie })).text)).toContain(
    "Go to the last page",
  );

  const deleted = await post({ intent: "delete", importId: added?.importId ?? "" });
  expect(await follow(cookie, deleted)).toContain(messages.spend.deleted);
  expect(await SpendRow.count({ where: { origin: "manual" } })).toBe(0);
  const missing = await post({ intent: "delete", importId: added?.importId ?? "" });
  expect(missing.text).toContain(messages.spend.deleteFailed);
});

const META = [
  "Reporting starts,Reporting ends,Campaign name,Day,Amount spent (EUR),Impressions,Link clicks,Results",
  "2026-11-01,2026-11-02,Autumn,2026-11-01,12.50,900,20,2",
  "2026-11-01,2026-11-02,Autumn,2026-11-02,7.50,600,11,1",
].join("\n");

async function upload(cookie: string, files: Record<string, string>, fields: Record<string, string> = {}) {
  const body = new FormData();
  for (const [name, value] of Object.entries({ intent: "upload", ...fields })) body.set(name, value);
  for (const [name, content] of Object.entries(files)) body.append("file", new Blob([content]), name);
  const headers = { cookie, "sec-fetch-site": "same-origin" };
  return fetch(site.app.url + paths.spend(), { method: "POST", redirect: "manual", body, headers });
}

test("exports are uploaded without script, a question is answered on the file's page, and the file is deleted", async () => {
  const { cookie, token, list } = await setUp();
  const sentences = messages.spend;
  const none = await upload(cookie, {});
  expect(none.status).toBe(400);
  expect(await none.text()).toContain(sentences.fileRequired);
  const elsewhere = await upload(cookie, { "meta.csv": META }, { shownWorkspace: "another" });
  expect(await elsewhere.text()).toContain(sentences.uploadFailed);

  const one = await upload(cookie, { "meta.csv": META });
  const location = one.headers.get("location") ?? "";
  expect(location).toMatch(/^\/dashboard\/spend\/files\//);
  expect(await follow(cookie, one)).toContain(sentences.uploaded);
  const show = async (path: string) => plainText((await site.send(path, { cookie })).text);
  await eventually(async () => expect(await show(location)).toContain("2 rows"));
  expect((await list("")).rows).toMatchObject([
    { label: "Autumn", adPlatform: "meta", spend: "20.00", impressions: 1500, clicks: 31 },
  ]);
  const again = await upload(cookie, { "meta.csv": META });
  expect(await follow(cookie, again)).toContain(sentences.uploadedBefore);

  const open = (campaign: string) => `Campaign,Day,Spend\n${campaign},2026-11-03,5.00\nTotal,,5.00\n`;
  const both = await upload(cookie, { "a.csv": open("One"), "meta.csv": META });
  expect(await follow(cookie, both)).toContain(sentences.uploadedMany(1, 2));
  const { json } = await site.send(`${api}/uploads?limit=1`, { token });
  const path = paths.spendFile(json.imports[0]);
  await eventually(async () => expect(await show(path)).toContain("In which currency are the amounts?"));
  expect(await show(path)).toContain("No row of this file counts yet.");
  expect(await show(paths.spend())).toContain("A file has a question for you. No row of it counts");
  const headers = { "sec-fetch-site": "same-origin" };
  const post = (form: Record<string, string>) => site.send(path, { cookie, headers, form });
  const wrong = await post({ intent: "read", sheet: "0", shownWorkspace: "another" });
  expect(wrong.text).toContain(sentences.readFailed);
  const answered = await post({ intent: "read", currency: "EUR", adPlatform: "tiktok" });
  expect(await follow(cookie, answered)).toContain(sentences.read);
  await eventually(async () => expect(await show(path)).toContain("1 row"));
  expect(await show(path)).toContain("Lines with totals were left out: 1.");
  expect(await show(paths.spend())).not.toContain("A file has a question for you.");
  expect(await show(path)).toContain("Line 3: Total, €5.00");
  expect((await list("platform=tiktok")).totals.spend).toBe("5.00");
  // A wrong answer is corrected; what is left as it was stays.
  const used = { intent: "read", adPlatform: "tiktok", dateOrder: "day-first", decimalMark: "." };
  expect(await show(path)).toContain("How the file is read");
  expect((await post({ ...used, currency: "USD" })).status).toBe(303);
  const find = async () => (await site.send(`${api}/uploads/${json.imports[0].id}`, { token })).json.import;
  await eventually(async () => expect(await find()).toMatchObject({ status: "ready", currency: "USD" }));
  expect((await find()).reading).toMatchObject({ adPlatform: "tiktok", currency: "USD", decimalMark: "." });
  expect((await list("platform=tiktok")).totals.sums).toEqual([{ amount: "5.00", currency: "USD" }]);
  const corrected = await upload(cookie, { "b.csv": open("One").replaceAll("5.00", "6.00") });
  expect(await follow(cookie, corrected)).toContain(sentences.uploaded);
  const next = corrected.headers.get("location") ?? "";
  await eventually(async () => expect(await show(next)).toContain("1 earlier row replaced"));
  expect(await show(next)).toContain(
    "Earlier rows that were replaced: 1 with $5.00. Files: a.csv. If they are of another ad account, say below",
  );
  expect(await show(paths.spend())).toContain("In your totals");
  expect((await site.send(next, { cookie, headers, form: { intent: "delete" } })).status).toBe(303);
  expect((await post({ intent: "delete" })).headers.get("location")).toBe(paths.spend());
  expect((await list("platform=tiktok")).totals.spend).toBe("0.00");
  expect((await site.send(paths.spendTemplate(), { cookie })).text).toMatch(/^Day,Ad platform,/);
});
