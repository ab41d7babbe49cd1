import { describe, expect, test } from "vitest";
import { sequelize } from "#app/database/connection.server.ts";
import { DAY } from "#app/lib/dates.ts";
import { LinkClick, Submission } from "#app/models/index.server.ts";
import { issueFormToken } from "#app/services/opt-in-forms/form-tokens.server.ts";
import { eraseClaim } from "#app/services/people/erase-claims.server.ts";
import { createOwner, type Form, optInBody, signInAs } from "../../factories/index.ts";
import { clickIdOf, createBrokerLinkOwner, createLinkBrowser, OFFER } from "../../support/broker-links.ts";
import { eventually } from "../../support/eventually.ts";
import { readText } from "../../support/html.ts";
import { serveSite } from "../../support/site.ts";
import { createStatementsClient } from "../../support/statements-client.ts";

const site = serveSite({ TRUST_PROXY: "1" });
const { upload } = createStatementsClient(site);

/** From an address of its own, so that each test counts its own clicks. */
let addresses = 0;
const fromAddress = () => ({ "x-forwarded-for": `203.0.113.${++addresses}` });

const findClick = (id: string) => eventually(async () => LinkClick.findByPk(id, { rejectOnEmpty: true }));

const confirm = async (form: Form, cookie: string, search = ""): Promise<Submission> => {
  const { status, json } = await site.send(`/optin/${form.slug}/submit`, {
    json: optInBody(form, {
      pageUrl: `${site.app.url}/optin/${form.slug}${search}`,
      formToken: issueFormToken("page"),
    }),
    cookie,
    headers: { "sec-fetch-site": "same-origin" },
  });
  expect(status, JSON.stringify(json)).toBe(201);
  return Submission.findByPk(json.submissionId, { rejectOnEmpty: true });
};

describe("a broker link", () => {
  test("leads to its stored address with a click id, which is stored within a second with what came with it", async () => {
    const { form, create } = await createBrokerLinkOwner(site);
    const link = await create();
    const { open } = createLinkBrowser(site, fromAddress());
    const referer = "https://www.youtube.com/watch?v=1";
    const { status, headers, text } = await open(`${link.path}?utm_campaign=Nov&fbclid=IwAR1`, { referer });
    const location = headers.get("location") ?? "";
    expect([status, text, headers.get("cache-control")]).toEqual([302, "", "no-store"]);
    expect(location).toMatch(/^https:\/\/one\.exnesslink\.com\/a\/casairia\?x=1&sub_id=[a-z0-9]{20}$/);
    const click = await findClick(clickIdOf(location));
    expect(click).toMatchObject({ linkId: link.id, workspaceId: form.owner.workspace.id, campaign: "nov" });
    expect(click.visitId).toMatch(/^[a-z0-9]{20}$/);
    expect(JSON.parse(click.arrival ?? "")).toMatchObject({
      referrer: referer,
      parameters: { fbclid: "IwAR1", utmCampaign: "Nov" },
    });
  });

  test("never leads to an address of the query, and is not slowed by a long one", async () => {
    const { create } = await createBrokerLinkOwner(site);
    const { path } = await create({ url: "https://one.exnesslink.com/a/x?sub_id=old&y=%20#part" });
    const hostile = [
      "?url=https://evil.example",
      "?url=https://evil.example&sub_id=https://evil.example&redirect=//evil.example",
      `?${"fbclid=".padEnd(8_000, "x")}`,
      "?%E0%A4%A&utm_source=%FF",
    ];
    for (const query of hostile) {
      const { status, headers } = await site.send(path + query, { headers: fromAddress() });
      expect([status, headers.get("location")]).toEqual([
        302,
        expect.stringMatching(/^https:\/\/one\.exnesslink\.com\/a\/x\?y=%20&sub_id=[a-z0-9]{20}#part$/),
      ]);
    }
  });

  test("gives the claim of the same browser its click, also one that comes after the claim", async () => {
    const { form, create, list } = await createBrokerLinkOwner(site);
    const { path } = await create();
    const { open, cookie } = createLinkBrowser(site, fromAddress());
    const first = await open(`${path}?utm_campaign=Nov&fbclid=IwAR1`);
    await open(`/optin/${form.slug}`);
    const claim = await confirm(form, cookie());
    expect(claim).toMatchObject({ fbclid: "IwAR1", utmCampaign: "Nov" });
    const click = await findClick(clickIdOf(first.headers.get("location")));
    expect(claim.visitId).toBe(click.visitId);
    const second = await open(path);
    const later = await findClick(clickIdOf(second.headers.get("location")));
    expect([later.visitId, later.campaign]).toEqual([claim.visitId, "nov"]);
    expect(await list()).toMatchObject([{ clicks: 2, claims: 1, deposits: 0 }]);
  });

  test.each(["sec-gpc", "dnt"])(
    "stores a click with link and time alone for a browser with %s: 1",
    async (name) => {
      const { form, create } = await createBrokerLinkOwner(site);
      const { path } = await create();
      const { open, cookie } = createLinkBrowser(site, { ...fromAddress(), [name]: "1" });
      const { headers } = await open(`${path}?utm_campaign=Nov&fbclid=IwAR1`, {
        referer: "https://a.example/",
      });
      expect(headers.getSetCookie()).toEqual([]);
      const click = await findClick(clickIdOf(headers.get("location")));
      expect(click).toMatchObject({ visitId: null, campaign: null, arrival: null });
      expect(await confirm(form, cookie())).toMatchObject({ visitId: null });
    },
  );

  test("leads on whoever clicks, and stores 60 clicks a minute of one address", async () => {
    const { create, list } = await createBrokerLinkOwner(site);
    const { path } = await create();
    const headers = fromAddress();
    for (let number = 0; number < 63; number++) expect((await site.send(path, { headers })).status).toBe(302);
    await site.send(path, { headers: fromAddress() });
    await eventually(async () => expect(await list()).toMatchObject([{ clicks: 61 }]));
    expect((await site.send(path, { method: "HEAD", headers: fromAddress() })).headers.get("location")).toBe(
      "https://one.exnesslink.com/a/casairia?x=1&sub_id=",
    );
  });

  test("is a page with a status 404 where nobody made it, where it is archived, and once its broker is gone", async () => {
    const { call, create, platformId, token } = await createBrokerLinkOwner(site);
    const { path, id } = await create();
    const other = await create();
    const statusOf = async (at: string) => (await site.send(at)).status;
    expect(await Promise.all(["/go/nothing123", "/go/x", "/go/%F0%9F%98%80", path].map(statusOf))).toEqual([
      404, 404, 404, 302,
    ]);
    expect((await call("DELETE", `/${id}`)).status).toBe(204);
    await eventually(async () => expect(await statusOf(path)).toBe(404));
    const page = await site.send(path, { headers: { "accept-language": "de" } });
    expect(readText(page.text, "h1")).toBe("Dieser Link ist nicht verfügbar.");
    expect((await call("PATCH", `/${id}`, { isArchived: false })).json.link.isArchived).toBe(false);
    await eventually(async () => expect(await statusOf(path)).toBe(302));
    const deleted = await site.send(`/api/affiliate/platforms/${platformId}`, { method: "DELETE", token });
    expect(deleted.status, deleted.text).toBe(204);
    await eventually(async () => expect(await statusOf(other.path)).toBe(404));
  });
});

describe("a broker link to a host that nobody knows", () => {
  test("asks on a page that names it, until an administrator allows it, and is gone once it is stopped", async () => {
    const { create, call } = await createBrokerLinkOwner(site);
    const host = "partner.halden-markets.example.com";
    const { id, path } = await create({ url: `https://${host}/r/1`, parameter: "afp" });
    const browser = createLinkBrowser(site, fromAddress());
    const shown = await browser.open(`${path}?utm_campaign=Nov`);
    expect([shown.status, readText(shown.text, "h1")]).toEqual([200, host]);
    expect(shown.headers.get("content-security-policy")).toContain("form-action 'self' https:");
    expect(await LinkClick.count()).toBe(0);
    const pressed = await browser.open(
      `${path}?utm_campaign=Nov`,
      { "sec-fetch-site": "same-origin" },
      "POST",
    );
    expect(pressed.status).toBe(303);
    const clickId = clickIdOf(pressed.headers.get("location"), "afp");
    expect(pressed.headers.get("location")).toBe(`https://${host}/r/1?afp=${clickId}`);
    expect(await findClick(clickId)).toMatchObject({ linkId: id, campaign: "nov" });

    const { token } = await signInAs(await createOwner({ role: "admin" }));
    const hosts = "/api/admin/link-hosts";
    expect((await site.send(hosts, { token })).json.hosts).toEqual([{ host, state: "asked", links: 1 }]);
    const decide = (state: string) => site.send(hosts, { method: "PATCH", token, json: { host, state } });
    expect((await decide("allowed")).json.host).toEqual({ host, state: "allowed", links: 1 });
    await eventually(async () => expect((await browser.open(path)).status).toBe(302));
    await decide("stopped");
    await eventually(async () => expect((await browser.open(path)).status).toBe(404));
    expect((await call("GET")).json.links[0].host).toEqual({ name: host, state: "stopped" });
    const log = await site.send("/admin/audit-log", {
      cookie: (await signInAs(await createOwner({ role: "admin" }))).cookie,
    });
    expect(log.text).toContain(`${host}: stopped`);
  });
});

describe("a link for some countries", () => {
  const reason = "This broker takes no clients from your country.";
  const askedFrom = async (path: string, headers: Record<string, string>) => {
    const { status, text } = await site.send(path, { headers: { ...fromAddress(), ...headers } });
    return status === 200 ? readText(text, "h1") : status;
  };

  test.each([
    [{ only: ["es", "PT"] }, [302, reason, reason, reason]],
    [{ except: ["US"] }, [302, reason, 302, 302]],
  ])("that are %j leads on there, and shows the owner's sentence elsewhere", async (countries, expected) => {
    const { create } = await createBrokerLinkOwner(site);
    const { path } = await create({ countries, reason });
    const asked = [
      { "cf-ipcountry": "ES" },
      { "cloudfront-viewer-country": "us" },
      { "cf-ipcountry": "XX" },
      {},
    ];
    const answers = [];
    for (const headers of asked) answers.push(await askedFrom(path, headers as Record<string, string>));
    expect(answers).toEqual(expected);
  });
});

/** Whether a text stands anywhere in the database. */
async function isStored(text: string): Promise<boolean> {
  const tables = (await sequelize.getQueryInterface().showAllTables()) as (string | { tableName: string })[];
  const names = tables.map((table) => (typeof table === "string" ? table : table.tableName));
  const rows = await Promise.all(names.map((name) => sequelize.query(`SELECT * FROM \`${name}\``)));
  return JSON.stringify(rows).includes(text);
}

describe("a statement of the broker", () => {
  const time = new Date(Date.now() - DAY / 24).toISOString().slice(0, 19).replace("T", " ");
  const head = "Login;Time;Type;Amount;Currency;Note";

  test("confirms a claim by its click id in any column, and names clicks that nobody claims", async () => {
    const { form, token, create, list, platformId, cookie } = await createBrokerLinkOwner(site);
    const { path } = await create();
    const known = createLinkBrowser(site, fromAddress());
    const clicked = await known.open(`${path}?utm_campaign=Nov`);
    await known.open(`/optin/${form.slug}`);
    const claim = await confirm(form, known.cookie());
    const unknown = createLinkBrowser(site, fromAddress());
    const ids = [];
    for (const campaign of ["Dec", "Dec"])
      ids.push(clickIdOf((await unknown.open(`${path}?utm_campaign=${campaign}`)).headers.get("location")));
    const own = clickIdOf(clicked.headers.get("location"));
    await Promise.all([own, ...ids].map(findClick));
    const { groups } = await upload(
      token,
      form,
      [
        `9100001;${time}Z;Deposit;250.00;EUR;${own.toUpperCase()}`,
        `9100002;${time}Z;Deposit;100.00;EUR;${ids[0]}`,
        `9100003;${time}Z;Deposit;70.00;EUR;a0b1c2d3e4f5g6h7i8j9`,
      ],
      { head },
    );
    expect(groups.certain.count).toBe(1);
    expect(await list()).toMatchObject([{ clicks: 3, claims: 1, deposits: 2 }]);
    const { text } = await site.send(`/dashboard/affiliate-settings/${platformId}/links`, { cookie });
    expect(readText(text, "main")).toMatch(/never claimed.*dec\s*1/is);
    expect(claim.status).toBe("pending");
  });

  test("confirms a claim that comes later by its click id", async () => {
    const { form, token, create } = await createBrokerLinkOwner(site);
    const { path } = await create();
    const browser = createLinkBrowser(site, fromAddress());
    const id = clickIdOf((await browser.open(path)).headers.get("location"));
    await findClick(id);
    const row = (login: string, note: string) => `${login};${time}Z;Deposit;250.00;EUR;${note}`;
    const statement = await upload(token, form, [row("9100001", id), row("9100002", "x")], { head });
    expect(statement.groups.certain.count).toBe(0);
    await browser.open(`/optin/${form.slug}`);
    await confirm(form, browser.cookie());
    await eventually(async () => {
      const { json } = await site.send(`/api/statements/${statement.id}`, { token });
      expect(json.statement.groups.certain.count).toBe(1);
    });
  });

  test("forgets an erased person's click, and their export has it before", async () => {
    const { form, token, cookie, create } = await createBrokerLinkOwner(site);
    const { path } = await create();
    const browser = createLinkBrowser(site, fromAddress());
    const id = clickIdOf((await browser.open(`${path}?utm_campaign=Nov`)).headers.get("location"));
    await findClick(id);
    await browser.open(`/optin/${form.slug}`);
    const claim = await confirm(form, browser.cookie());
    const visitId = claim.visitId ?? "";
    const rows = [`9100001;${time}Z;Deposit;250.00;EUR;${id}`, `9100002;${time}Z;Deposit;10.00;EUR;x`];
    expect((await upload(token, form, rows, { head })).groups.certain.count).toBe(1);
    const { json } = await site.send(`/dashboard/person/export?search=${claim.email}`, { cookie });
    expect(json.claims).toMatchObject([{ linkClicks: [{ id, link: OFFER.name }] }]);
    for (const text of [id, visitId, claim.email]) expect(await isStored(text), text).toBe(true);

    const { workspaceId, id: submissionId, email } = claim;
    expect(await eraseClaim({ workspaceId, submissionId, access: null })).toBe(true);
    await eventually(async () => {
      for (const text of [id, visitId, email, "9100001"]) expect(await isStored(text), text).toBe(false);
    });
  });

  test("does not confirm a claim by a click id of another workspace", async () => {
    const other = await createBrokerLinkOwner(site);
    const { path } = await other.create();
    const browser = createLinkBrowser(site, fromAddress());
    const id = clickIdOf((await browser.open(path)).headers.get("location"));
    await findClick(id);
    const { form, token, create, list } = await createBrokerLinkOwner(site);
    await create();
    await browser.open(`/optin/${form.slug}`);
    await confirm(form, browser.cookie());
    const { groups } = await upload(token, form, [`9100001;${time}Z;Deposit;250.00;EUR;${id}`], { head });
    expect(groups.certain.count).toBe(0);
    expect(await list()).toMatchObject([{ clicks: 0, claims: 0, deposits: 0 }]);
  });
});
