import { parse } from "cookie";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { config } from "#app/env.server.ts";
import { DAY } from "#app/lib/dates.ts";
import { readAttribution } from "#app/services/submissions/attribution.server.ts";
import { findVisitId, readEntry, type VisitedForm } from "#app/services/submissions/kept-visits.server.ts";
import { createSignedCookie } from "./signed-cookie.server.ts";
import { createPageCookies, joinVisit, readVisits } from "./visit.server.ts";

const NOW = Date.UTC(2026, 10, 26, 12);
const LINK_ID = "0199a000-0000-7000-8000-000000000001";
const form = (workspace = "first", slug = "demo"): VisitedForm => ({
  visitKey: workspace,
  clickDays: 7,
  links: new Map(slug === "demo" ? [["ig-story-3", LINK_ID]] : []),
  hasBrokerLinks: false,
});
/** The form of a workspace with broker links. */
const linked = { ...form(), hasBrokerLinks: true };

type Options = { referer?: string; headers?: Record<string, string>; daysAgo?: number };

/** A browser that keeps its cookies. */
function createBrowser() {
  const jar = new Map<string, string>();
  const cookies = () => [...jar].map((pair) => pair.join("=")).join("; ");
  const reader = (headers: Record<string, string | undefined>) => (name: string) => headers[name];
  const keep = (lines: string[]) => {
    for (const line of lines) {
      const [name = "", value = ""] = line.split(";", 1)[0]?.split("=", 2) ?? [];
      if (line.includes("Max-Age=0;")) jar.delete(name);
      else jar.set(name, value);
    }
  };
  return {
    jar,
    /** Follows a broker link. */
    join(of: VisitedForm, search: string, { referer, headers, daysAgo = 0 }: Options = {}) {
      const header = reader({ ...headers, cookie: cookies(), ...(referer ? { referer } : {}) });
      const joined = joinVisit(of, { search, header }, NOW - daysAgo * DAY);
      keep(joined.cookies);
      return joined;
    },
    /** Opens a form. @returns the headers that set cookies */
    open(of: VisitedForm, search: string, { referer, headers, daysAgo = 0 }: Options = {}): string[] {
      const header = reader({ ...headers, cookie: cookies(), ...(referer ? { referer } : {}) });
      const created = createPageCookies(of, { search, header }, NOW - daysAgo * DAY);
      keep(created);
      return created;
    },
    /** What a claim has that is sent from a page with this query. */
    confirm(of: VisitedForm, search = "", { referer, headers = {} }: Options = {}) {
      const entries = readVisits(parse(cookies()), reader(headers));
      const { openedAt, columns } = readAttribution({
        pageUrl: `${config.publicUrl}/optin/demo${search}`,
        referrer: referer ?? null,
        cookies: new Map(),
        asksForPrivacy: false,
        visits: readEntry(entries, of, NOW),
        links: of.links,
        now: new Date(NOW),
      });
      const visitId = findVisitId(entries, of, NOW);
      return { openedAt, visitId, ...columns, first: columns.firstClick && JSON.parse(columns.firstClick) };
    },
    /** What the cookie says. */
    readable: () => Buffer.from(jar.get("attesto_visits")?.split(".")[0] ?? "", "base64").toString(),
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
    expect(visit).toMatch(/^attesto_visits=.*Max-Age=86400/);
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

describe("the cookie of the form's path, where earlier versions kept visits,", () => {
  const earlier = createSignedCookie("attesto_visit", z.unknown(), { maxAge: 86_400, path: "/optin" });
  const VISIT = { link: "", at: NOW - 2 * DAY, referrer: FACEBOOK, parameters: { fbclid: "IwAR1" } };
  /** A browser that an earlier version has given these visits. */
  const createEarlierBrowser = (visits: object[] = [VISIT]) => {
    const browser = createBrowser();
    const [pair = ""] = earlier.write([{ workspace: "first", days: 7, visits }]).split(";");
    browser.jar.set(...(pair.split("=", 2) as [string, string]));
    browser.jar.set("attesto_visitor", "any");
    return browser;
  };

  test("gives its click to the claim, and at a broker link the visit is the same afterwards", () => {
    const browser = createEarlierBrowser();
    expect(browser.confirm(linked)).toMatchObject({ fbclid: "IwAR1", openedAt: at(2), visitId: null });
    expect(browser.open(linked, "")).toHaveLength(1);
    const { visitId } = browser.confirm(linked);
    expect(visitId).toMatch(/^[a-z0-9]{20}$/);
    browser.jar.delete("attesto_visit");
    expect(browser.confirm(linked)).toMatchObject({ fbclid: "IwAR1", openedAt: at(2), visitId });
    expect(browser.join(linked, "")).toMatchObject({ visitId, clicks: [VISIT], cookies: [] });
  });

  test("is carried over once, also within a day", () => {
    const browser = createEarlierBrowser([{ ...VISIT, at: NOW - DAY / 2 }]);
    expect(browser.open(form(), "")).toHaveLength(1);
    expect(browser.open(form(), "")).toEqual([]);
    browser.jar.delete("attesto_visit");
    expect(browser.confirm(form())).toMatchObject({ fbclid: "IwAR1", clickSeenAt: at(0.5) });
  });

  test("loses no click to a click on a broker link, which does not see it", () => {
    const browser = createEarlierBrowser();
    const { attesto_visit: kept = "" } = Object.fromEntries(browser.jar);
    browser.jar.delete("attesto_visit");
    const { visitId } = browser.join(linked, "?ttclid=T1");
    browser.jar.set("attesto_visit", kept);
    expect(browser.confirm(linked)).toMatchObject({ fbclid: "IwAR1", ttclid: "T1", visitId });
    browser.open(linked, "?gclid=G1");
    browser.jar.delete("attesto_visit");
    expect(browser.confirm(linked)).toMatchObject({ fbclid: "IwAR1", ttclid: "T1", gclid: "G1", visitId });
  });

  test("is forgotten where the browser asks not to be tracked", () => {
    const browser = createEarlierBrowser([{ ...VISIT, at: NOW - DAY / 2 }]);
    const headers = { "sec-gpc": "1" };
    expect(browser.open(form(), "", { headers })).toEqual([
      expect.stringMatching(/^attesto_visits=/),
      expect.stringMatching(/^attesto_visit=.*Max-Age=0; Path=\/optin/),
    ]);
    expect(browser.readable()).not.toMatch(/IwAR|facebook/);
  });
});

describe("the id of a visit", () => {
  test("is given where the workspace has broker links, and stays for as long as a visit is kept", () => {
    const browser = createBrowser();
    browser.open(form(), AD, { daysAgo: 6 });
    expect(browser.confirm(form()).visitId).toBeNull();
    expect(browser.open(linked, "", { daysAgo: 5.5 })).toHaveLength(1);
    const { visitId } = browser.confirm(linked);
    expect(visitId).toMatch(/^[a-z0-9]{20}$/);
    browser.open(linked, "?ttclid=T1");
    expect(browser.confirm(linked)).toMatchObject({ visitId, fbclid: "IwAR1" });
    expect(browser.confirm({ ...linked, visitKey: "other" }).visitId).toBeNull();
  });

  test("is another one once all visits are over", () => {
    const browser = createBrowser();
    const { visitId } = browser.join(linked, AD, { daysAgo: 8 });
    expect(browser.confirm(linked).visitId).toBeNull();
    expect(browser.join(linked, "").visitId).not.toBe(visitId);
  });

  test("is the same for clicks on broker links before the form and after it", () => {
    const browser = createBrowser();
    const { visitId } = browser.join(linked, AD, { referer: FACEBOOK });
    browser.open(linked, "");
    expect(browser.confirm(linked)).toMatchObject({ visitId, fbclid: "IwAR1", source: "facebook" });
    expect(browser.join(linked, "")).toMatchObject({ visitId, cookies: [] });
  });

  test.each(["sec-gpc", "dnt"])(
    "has no id, and loses an earlier one, where the browser sends %s: 1",
    (name) => {
      const headers = { [name]: "1" };
      const browser = createBrowser();
      expect(browser.join(linked, AD, { headers })).toEqual({ visitId: null, clicks: [], cookies: [] });
      browser.join(linked, AD);
      expect(browser.join(linked, AD, { headers })).toMatchObject({ visitId: null, clicks: [] });
      expect(browser.readable()).not.toMatch(/IwAR|"id"/);
      browser.open(linked, "", { headers });
      expect(browser.confirm(linked).visitId).toBeNull();
    },
  );
});

test("a cookie that is not ours is replaced once it claims a visit of an earlier day", () => {
  const browser = createBrowser();
  browser.open(form(), AD, { daysAgo: 2 });
  browser.jar.set("attesto_visits", `${browser.jar.get("attesto_visits")}x`);
  expect(browser.confirm(form())).toMatchObject({ fbclid: null });
  expect(browser.open(form(), AD)).toHaveLength(1);
  expect(browser.confirm(form())).toMatchObject({ fbclid: "IwAR1", clickSeenAt: at(0) });
});

test.each([
  "",
  "x",
  "W10=",
  "e30=",
  ...["[null]", '[{"visits":[]}]', '[{"workspace":"first","visits":[null]}]'].map((value) =>
    Buffer.from(value).toString("base64"),
  ),
])("a cookie %s that says nothing of use is no visit", (value) => {
  const browser = createBrowser();
  browser.jar.set("attesto_visits", value);
  expect(browser.confirm(form())).toMatchObject({ openedAt: null });
  expect(browser.open(form(), AD)).toHaveLength(2);
  expect(browser.confirm(form())).toMatchObject({ fbclid: "IwAR1" });
});
