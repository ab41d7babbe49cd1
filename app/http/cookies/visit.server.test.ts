import { hash } from "node:crypto";
import { parse } from "cookie";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { config } from "#app/env.server.ts";
import { DAY } from "#app/lib/dates.ts";
import { readAttribution } from "#app/services/submissions/attribution.server.ts";
import { readEntry, type VisitedForm } from "#app/services/submissions/kept-visits.server.ts";
import { createSignedCookie } from "./signed-cookie.server.ts";
import { createPageCookies, readVisits } from "./visit.server.ts";

const NOW = Date.UTC(2026, 10, 26, 12);
const LINK_ID = "0199a000-0000-7000-8000-000000000001";
const form = (workspace = "first", slug = "demo"): VisitedForm => ({
  visitKey: workspace,
  clickDays: 7,
  links: new Map(slug === "demo" ? [["ig-story-3", LINK_ID]] : []),
  page: { slug },
});

type Options = { referer?: string; headers?: Record<string, string>; daysAgo?: number };

/** A browser that keeps its cookies. */
function createBrowser() {
  const jar = new Map<string, string>();
  const cookies = () => [...jar].map((pair) => pair.join("=")).join("; ");
  const reader = (headers: Record<string, string | undefined>) => (name: string) => headers[name];
  return {
    jar,
    /** Opens a form. @returns the headers that set cookies */
    open(of: VisitedForm, search: string, { referer, headers, daysAgo = 0 }: Options = {}): string[] {
      const header = reader({ ...headers, cookie: cookies(), ...(referer ? { referer } : {}) });
      const created = createPageCookies(of, { search, header }, NOW - daysAgo * DAY);
      for (const line of created) {
        const [name = "", value = ""] = line.split(";", 1)[0]?.split("=", 2) ?? [];
        jar.set(name, value);
      }
      return created;
    },
    /** What a claim has that is sent from a page with this query. */
    confirm(of: VisitedForm, search = "", { referer, headers = {} }: Options = {}) {
      const entries = readVisits(parse(cookies()), reader(headers));
      const { openedAt, columns } = readAttribution({
        pageUrl: `${config.publicUrl}/optin/${of.page.slug}${search}`,
        referrer: referer ?? null,
        cookies: new Map(),
        asksForPrivacy: false,
        visits: readEntry(entries, of, NOW),
        links: of.links,
        now: new Date(NOW),
      });
      return { openedAt, ...columns, first: columns.firstClick && JSON.parse(columns.firstClick) };
    },
    /** What the cookie says. */
    readable: () => Buffer.from(jar.get("attesto_visit")?.split(".")[0] ?? "", "base64").toString(),
  };
}

const FACEBOOK = "https://l.facebook.com/";
const AD = "?fbclid=IwAR1&utm_source=facebook&utm_campaign=nov";
const at = (daysAgo: number) => new Date(NOW - daysAgo * DAY);

describe("a visitor who comes back without the link's parameters", () => {
  test.each(["", "?", "?lang=es", "?email=x%40example.com"])("counts for the last click, at %s", (search) => {
    const browser = createBrowser();
    browser.open(form(), AD, { referer: FACEBOOK, daysAgo: 3 });
    expect(browser.open(form(), search, { referer: "https://mail.example/" })).toEqual([]);
    expect(browser.confirm(form(), search, { referer: "https://mail.example/" })).toMatchObject({
      fbclid: "IwAR1",
      clickSeenAt: at(3),
      utmSource: "facebook",
      utmCampaign: "nov",
      source: "facebook",
      referrer: FACEBOOK,
      openedAt: at(3),
      first: null,
    });
  });

  test("counts for a link without parameters by the site that it was on", () => {
    const browser = createBrowser();
    browser.open(form(), "", { referer: "https://youtube.com/", daysAgo: 2 });
    expect(browser.confirm(form())).toMatchObject({ source: "youtube", clickSeenAt: null, openedAt: at(2) });
    browser.open(form(), "", { referer: "https://reddit.com/" });
    expect(browser.confirm(form())).toMatchObject({ source: "reddit", first: { source: "youtube" } });
  });

  test("counts for the click for seven days, or for as long as the owner says", () => {
    const browser = createBrowser();
    browser.open(form(), AD, { daysAgo: 8 });
    expect(browser.confirm(form())).toMatchObject({ fbclid: null, source: null, openedAt: null });
    expect(browser.confirm({ ...form(), clickDays: 9 })).toMatchObject({ fbclid: "IwAR1" });
    expect(browser.open(form(), "")).toHaveLength(1);
    expect(browser.confirm(form())).toMatchObject({ openedAt: at(0) });
  });

  test("counts as usual where nothing was kept", () => {
    expect(createBrowser().confirm(form(), AD, { referer: FACEBOOK })).toMatchObject({
      fbclid: "IwAR1",
      clickSeenAt: at(0),
      referrer: FACEBOOK,
      openedAt: null,
      first: null,
    });
  });
});

describe("a visitor of a named link", () => {
  const named = { link: "ig-story-3", linkId: LINK_ID };

  test("counts for it when coming back without it, until another click", () => {
    const browser = createBrowser();
    browser.open(form(), "?l=ig-story-3&utm_source=instagram", { daysAgo: 3 });
    expect(browser.confirm(form())).toMatchObject({ ...named, source: "instagram" });
    browser.open(form(), AD);
    expect(browser.confirm(form(), AD)).toMatchObject({
      link: null,
      linkId: null,
      source: "facebook",
      first: { source: "instagram", parameters: { link: "ig-story-3", utmSource: "instagram" } },
    });
  });

  test("counts for no link of another form, and for none once it is gone", () => {
    const browser = createBrowser();
    browser.open(form(), "?l=ig-story-3", { daysAgo: 3 });
    expect(browser.confirm(form("first", "second-form"))).toMatchObject({ link: null, linkId: null });
    expect(browser.confirm({ ...form(), links: new Map() })).toMatchObject({ link: null, linkId: null });
    expect(browser.confirm(form(), "?L=IG-Story-3")).toMatchObject(named);
  });

  test("keeps the last click where the link does not exist", () => {
    const browser = createBrowser();
    browser.open(form(), AD, { daysAgo: 1.5 });
    browser.open(form(), "?l=unknown");
    expect(browser.confirm(form(), "?l=unknown")).toMatchObject({
      link: null,
      fbclid: "IwAR1",
      utmCampaign: "nov",
    });
  });
});

describe("a visitor of several links", () => {
  test("gives each ad platform its own newest click, and the campaign of the last", () => {
    const browser = createBrowser();
    browser.open(form(), AD, { referer: FACEBOOK, daysAgo: 5 });
    browser.open(form(), "?gclid=G1&gbraid=B1&utm_campaign=search", { daysAgo: 4 });
    browser.open(form(), "?wbraid=W1&utm_campaign=search-2", { daysAgo: 3 });
    browser.open(form(), "?ttclid=T1", { daysAgo: 2 });
    expect(browser.confirm(form())).toMatchObject({
      fbclid: "IwAR1",
      ttclid: "T1",
      wbraid: "W1",
      gclid: null,
      gbraid: null,
      utmCampaign: null,
      source: null,
      clickSeenAt: at(5),
      first: { at: at(5).toISOString(), source: "facebook", parameters: { utmCampaign: "nov" } },
    });
    expect(browser.confirm(form(), "?fbclid=IwAR2&utm_source=newsletter")).toMatchObject({
      fbclid: "IwAR2",
      ttclid: "T1",
      utmSource: "newsletter",
      clickSeenAt: at(0),
      first: { source: "facebook" },
    });
  });

  test("has the campaign of the page that it sends, and keeps the click ids", () => {
    const browser = createBrowser();
    browser.open(form(), AD, { referer: FACEBOOK, daysAgo: 1.5 });
    browser.open(form(), "?utm_source=newsletter");
    expect(browser.confirm(form(), "?utm_source=newsletter")).toMatchObject({
      fbclid: "IwAR1",
      clickSeenAt: at(1.5),
      source: "newsletter",
      utmCampaign: null,
      referrer: null,
      openedAt: at(0),
    });
  });

  test("keeps no placeholder that the ad platform left in the link", () => {
    const browser = createBrowser();
    browser.open(form(), "?fbclid=IwAR1&utm_campaign={{campaign.name}}", { daysAgo: 1.5 });
    expect(browser.readable()).not.toContain("{{");
    expect(browser.confirm(form())).toMatchObject({ fbclid: "IwAR1", utmCampaign: null });
  });
});

describe("the entries of workspaces", () => {
  test("a form reads its own workspace's entry only, and another form of the workspace the same", () => {
    const browser = createBrowser();
    browser.open(form("first"), AD);
    expect(browser.confirm(form("first", "second-form"))).toMatchObject({ fbclid: "IwAR1" });
    expect(browser.confirm(form("other"))).toMatchObject({ fbclid: null, openedAt: null });
    browser.open(form("other"), "?fbclid=IwAR2");
    expect(browser.confirm(form("first"))).toMatchObject({ fbclid: "IwAR1" });
    expect(browser.confirm(form("other"))).toMatchObject({ fbclid: "IwAR2", first: null });
  });

  test("the entries are those of the four latest workspaces", () => {
    const browser = createBrowser();
    for (const workspace of ["a", "b", "c", "d", "e"])
      browser.open(form(workspace), `${AD}&utm_term=${workspace}`);
    expect(browser.confirm(form("a"))).toMatchObject({ fbclid: null });
    for (const workspace of ["b", "c", "d", "e"])
      expect(browser.confirm(form(workspace))).toMatchObject({ fbclid: "IwAR1", utmTerm: workspace });
  });
});

describe.each(["sec-gpc", "dnt"])("a browser that sends %s: 1", (name) => {
  const headers = { [name]: "1" };

  test("keeps when the form was opened, for a day, and nothing of the click", () => {
    const browser = createBrowser();
    const [visit = "", ...others] = browser.open(form(), AD, { referer: FACEBOOK, headers });
    expect(visit).toMatch(/^attesto_visit=.*Max-Age=86400/);
    // No id of the browser, which would be there after the visit.
    expect(others).toEqual([]);
    expect(browser.readable()).not.toMatch(/IwAR|nov|facebook/);
    expect(browser.open(form(), AD, { referer: FACEBOOK, headers })).toEqual([]);
    expect(browser.confirm(form(), "", { headers })).toMatchObject({ fbclid: null, openedAt: at(0) });
    expect(browser.confirm(form(), AD, { headers })).toMatchObject({ fbclid: "IwAR1", openedAt: at(0) });
  });

  test("forgets what was kept before it asked", () => {
    const browser = createBrowser();
    browser.open(form(), AD, { referer: FACEBOOK });
    expect(browser.confirm(form(), "", { headers })).toMatchObject({ fbclid: null, source: null });
    expect(browser.open(form(), "", { headers })).toHaveLength(1);
    expect(browser.readable()).not.toMatch(/IwAR|nov|facebook/);
    expect(browser.open(form(), "", { headers })).toEqual([]);
  });
});

test("an earlier version, which knows no ids of links and ads, still reads the clicks", () => {
  const parameters = [
    "fbclid",
    "ttclid",
    "scCid",
    "gclid",
    "gbraid",
    "wbraid",
    "utmSource",
    "utmMedium",
    "utmCampaign",
    "utmTerm",
    "utmContent",
  ];
  const Visit = z.object({
    link: z.string(),
    at: z.int(),
    referrer: z.string().optional(),
    parameters: z.partialRecord(z.enum(parameters), z.string()).optional(),
  });
  const Entry = z.object({ workspace: z.string(), days: z.number(), visits: z.array(Visit) });
  const earlier = createSignedCookie("attesto_visit", z.array(Entry), { maxAge: 86_400 });
  const browser = createBrowser();
  browser.open(form(), `${AD}&l=ig-story-3&campaign_id=120210&ad_id=7`, { referer: FACEBOOK });
  expect(earlier.read(browser.jar.get("attesto_visit"))?.[0]?.visits).toMatchObject([
    { referrer: FACEBOOK, parameters: { fbclid: "IwAR1", utmSource: "facebook", utmCampaign: "nov" } },
  ]);
  expect(browser.confirm(form())).toMatchObject({
    fbclid: "IwAR1",
    campaignId: "120210",
    adId: "7",
    link: "ig-story-3",
    linkId: LINK_ID,
  });
});

describe("the cookie of an earlier version", () => {
  const earlier = createSignedCookie("attesto_visit", z.unknown(), { maxAge: 86_400 });
  const given = (search: string, slug = "demo") => ({
    landing: `${slug}?${search && hash("sha256", search, "base64url").slice(0, 16)}`,
    openedAt: NOW - DAY / 2,
    referrer: FACEBOOK,
  });

  test("gives its visits, and stays as it is until another link is opened", () => {
    const browser = createBrowser();
    const [pair = ""] = earlier.write([given(AD), given("", "other")]).split(";");
    browser.jar.set(...(pair.split("=", 2) as [string, string]));
    browser.jar.set("attesto_visitor", "any");
    expect(browser.open(form(), AD)).toEqual([]);
    expect(browser.open(form(), "")).toEqual([]);
    expect(browser.confirm(form(), AD)).toMatchObject({ referrer: FACEBOOK, clickSeenAt: at(0.5) });
    browser.open(form(), "?ttclid=T1");
    expect(browser.confirm(form(), AD)).toMatchObject({ referrer: FACEBOOK, openedAt: at(0.5) });
    expect(browser.confirm(form("second", "other"))).toMatchObject({ referrer: FACEBOOK });
  });
});

test("a cookie that is not ours is replaced once it claims a visit of an earlier day", () => {
  const browser = createBrowser();
  browser.open(form(), AD, { daysAgo: 2 });
  browser.jar.set("attesto_visit", `${browser.jar.get("attesto_visit")}x`);
  expect(browser.confirm(form())).toMatchObject({ fbclid: null });
  expect(browser.open(form(), AD)).toHaveLength(1);
  expect(browser.confirm(form())).toMatchObject({ fbclid: "IwAR1", clickSeenAt: at(0) });
});

test.each([
  "",
  "x",
  "W10=",
  "e30=",
  ...["[null]", '[{"visits":[]}]', '[{"workspace":"first","visits":[null]}]', '[{"landing":1}]'].map(
    (value) => Buffer.from(value).toString("base64"),
  ),
])("a cookie %s that says nothing of use is no visit", (value) => {
  const browser = createBrowser();
  browser.jar.set("attesto_visit", value);
  expect(browser.confirm(form())).toMatchObject({ openedAt: null });
  expect(browser.open(form(), AD)).toHaveLength(2);
  expect(browser.confirm(form())).toMatchObject({ fbclid: "IwAR1" });
});
