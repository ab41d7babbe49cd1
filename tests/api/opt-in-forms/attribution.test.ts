import { describe, expect, test } from "vitest";
import { Submission } from "#app/models/index.server.ts";
import { issueFormToken } from "#app/services/opt-in-forms/form-tokens.server.ts";
import { createForm, type Form, optInBody, signInAs } from "../../factories/index.ts";
import { serveSite } from "../../support/site.ts";

const site = serveSite();

const REFERRER = "https://l.instagram.com/some/story?x=1";
const CLICK = "?fbclid=IwAR2&utm_campaign=Autumn%202026&a=1&&b";

/** Without the origin, which is the configured one where the form was posted. */
const getPath = (url: string | null) => url?.replace(/^https?:\/\/[^/]+/, "");

/** Opens the form as a browser does, and returns its cookies after that. */
async function open(form: Form, search: string, { cookie = "", referer = "" } = {}): Promise<string> {
  const { status, headers } = await site.send(`/optin/${form.slug}${search}`, {
    cookie,
    headers: referer ? { referer } : {},
  });
  expect(status).toBe(200);
  const jar = new Map(cookie ? cookie.split("; ").map((pair) => pair.split("=", 2) as [string, string]) : []);
  for (const line of headers.getSetCookie()) {
    const [name = "", value = ""] = line.split(";", 1)[0]?.split("=", 2) ?? [];
    jar.set(name, value);
  }
  return [...jar].map((pair) => pair.join("=")).join("; ");
}

const readPair = (cookie: string) =>
  cookie.split("; ").find((pair) => pair.startsWith("attesto_visits=")) ?? "";

/** Posts the form without script: the referring page is the form itself. */
async function post(form: Form, search: string, cookie = "", privacy = {}): Promise<Submission> {
  const { status } = await site.send(`/optin/${form.slug}${search}`, {
    form: {
      ...(optInBody(form) as Record<string, string>),
      consent: "on",
      formToken: issueFormToken("page"),
    },
    cookie,
    headers: {
      "sec-fetch-site": "same-origin",
      referer: `${site.app.url}/optin/${form.slug}${search}`,
      ...privacy,
    },
  });
  expect(status).toBe(303);
  return Submission.findOne({ where: { formId: form.id }, order: [["id", "DESC"]], rejectOnEmpty: true });
}

async function send(form: Form, search: string, cookie = "", privacy = {}): Promise<Submission> {
  const pageUrl = `${site.app.url}/optin/${form.slug}${search}`;
  // Beside the page, where the browser sends the visit's cookie.
  const { json } = await site.send(`/optin/${form.slug}/submit`, {
    json: optInBody(form, { pageUrl, formToken: issueFormToken("page") }),
    cookie,
    headers: { "sec-fetch-site": "same-origin", ...privacy },
  });
  return Submission.findByPk(json.submissionId, { rejectOnEmpty: true });
}

describe.each([
  ["without script", post],
  ["by the script", send],
] as const)("a form that is sent %s", (_how, submit) => {
  test("a sent form keeps the page's address byte for byte", async () => {
    const form = await createForm();
    const row = await submit(form, CLICK, await open(form, CLICK));
    expect(getPath(row.pageUrl)).toBe(`/optin/${form.slug}${CLICK}`);
    expect(row).toMatchObject({ fbclid: "IwAR2", utmCampaign: "Autumn 2026" });
  });

  test("a sent form keeps the first view's referrer and time, however often the page is opened again", async () => {
    const form = await createForm();
    const before = Date.now();
    const first = await open(form, CLICK, { referer: REFERRER });
    const after = Date.now();
    const own = `${site.app.url}/optin/${form.slug}${CLICK}`;
    const cookie = await open(form, CLICK, { cookie: first, referer: own });
    expect(cookie).toBe(first);
    const row = await submit(form, CLICK, cookie);
    expect(row).toMatchObject({ referrer: REFERRER, source: "instagram" });
    expect(row.clickSeenAt?.getTime()).toBeGreaterThanOrEqual(before);
    expect(row.clickSeenAt?.getTime()).toBeLessThanOrEqual(after);
  });

  test("a sent form has the cookies that the page around it handed over, and its address does not", async () => {
    const form = await createForm();
    const fbc = `fb.1.1700000000000.${"I".repeat(500)}`;
    const search = `${CLICK}&_fbc=${fbc}&_fbp=fb.1.1700000000000.1&_ttp=t1&_scid=${"s".repeat(201)}`;
    const row = await submit(form, search);
    expect(row).toMatchObject({ fbc, fbp: "fb.1.1700000000000.1", ttp: "t1", scid: null, fbclid: "IwAR2" });
    expect(getPath(row.pageUrl)).toBe(`/optin/${form.slug}${CLICK}`);
    expect(await submit(form, search, "_fbp=fb.1.1700000000000.2")).toMatchObject({
      fbp: "fb.1.1700000000000.2",
    });
    for (const privacy of [{ "sec-gpc": "1" }, { dnt: "1" }])
      expect(await submit(form, search, "", privacy)).toMatchObject({ fbc: null, fbp: null, ttp: null });
  });

  test("a sent form takes a visit's time and referrer only where the cookie is ours, for this form and click", async () => {
    const form = await createForm();
    const other = await createForm();
    const cookie = await open(form, CLICK, { referer: REFERRER });
    const changed = cookie.replace(/(attesto_visits=.{40})./, (_all, start) => `${start}${"_"}`);
    for (const [wrong, search, given] of [
      [form, CLICK, changed],
      [form, "?fbclid=another", cookie],
      [other, CLICK, cookie],
    ] as const) {
      const before = Date.now();
      const row = await submit(wrong, search, given);
      expect(row.referrer).toBeNull();
      expect(row.clickSeenAt?.getTime()).toBeGreaterThanOrEqual(before);
    }
  });
});

describe("visit's cookie", () => {
  test("the visit's cookie starts again with another click and lasts through the bare address", async () => {
    const form = await createForm();
    const first = await open(form, CLICK, { referer: REFERRER });
    expect(await open(form, "", { cookie: first })).toBe(first);
    const second = await open(form, "?ttclid=T2", { cookie: first, referer: "https://www.tiktok.com/" });
    expect(second).not.toBe(first);
    expect(await post(form, "?ttclid=T2", second)).toMatchObject({ referrer: "https://www.tiktok.com/" });
  });

  test("the visit's cookie holds the visits of two tabs, each with its own click and referrer", async () => {
    const form = await createForm();
    const first = await open(form, CLICK, { referer: REFERRER });
    const both = await open(form, "?ttclid=T2", { cookie: first, referer: "https://www.tiktok.com/" });
    expect(await open(form, CLICK, { cookie: both })).toBe(both);
    expect(await post(form, CLICK, both)).toMatchObject({ referrer: REFERRER, fbclid: "IwAR2" });
    expect(await post(form, "?ttclid=T2", both)).toMatchObject({ referrer: "https://www.tiktok.com/" });
  });

  test("the visit's cookie keeps the first click and the latest, and stays small", async () => {
    const form = await createForm();
    let cookie = await open(form, CLICK, { referer: REFERRER });
    for (const letter of "abcdef") {
      const referer = `https://x.example/${"p".repeat(900)}`;
      cookie = await open(form, `?fbclid=${letter.repeat(200)}`, { cookie, referer });
      expect(readPair(cookie).length).toBeLessThanOrEqual(2_800);
    }
    expect(await post(form, "?fbclid=a", cookie)).toMatchObject({ referrer: null });
    const row = await post(form, "", cookie);
    expect(row).toMatchObject({ fbclid: "f".repeat(200), source: "x.example" });
    expect(JSON.parse(row.firstClick ?? "")).toMatchObject({ source: "instagram", referrer: REFERRER });
  });

  test("the visit's cookie keeps each ad platform's click before the paths of referrers", async () => {
    const form = await createForm();
    let cookie = "";
    const names = ["ttclid", "ScCid", "gclid", "fbclid"];
    for (const name of names)
      cookie = await open(form, `?${name}=${name.repeat(12)}`, {
        ...(cookie && { cookie }),
        referer: `https://x.example/${name.repeat(90)}`,
      });
    const row = await post(form, "", cookie);
    for (const name of ["ttclid", "scCid", "gclid", "fbclid"] as const)
      expect(row[name]).toBe(name.replace("scCid", "ScCid").repeat(12));
  });

  test("the visit's cookie stays small and useful, whatever a link holds", async () => {
    const long = (letter: string, length: number) => letter.repeat(length);
    const utm = ["source", "medium", "campaign", "term", "content"]
      .map((name) => `utm_${name}=${encodeURIComponent("ü".repeat(150))}`)
      .join("&");
    for (const search of [
      `?fbclid=${long("f", 512)}&${utm}`,
      `?fbclid=${long("f", 512)}&gclid=${long("g", 512)}&ttclid=${long("t", 512)}&ScCid=${long("s", 90)}`,
    ]) {
      const form = await createForm();
      const cookie = await open(form, search, { referer: `https://x.example/${long("p", 2_000)}` });
      expect(readPair(cookie).length).toBeLessThanOrEqual(2_800);
      const row = await post(form, "", cookie);
      expect(row.clickSeenAt).not.toBeNull();
    }
  });

  test("the visit's cookie is sent to forms and broker links, is not readable by script, and ends after a day", async () => {
    const form = await createForm();
    const { headers } = await site.send(`/optin/${form.slug}`);
    const visits = headers.getSetCookie().filter((line) => line.startsWith("attesto_visits="));
    expect(visits.map((line) => line.slice(line.indexOf(";")))).toEqual([
      "; Max-Age=86400; Path=/; HttpOnly; SameSite=Lax",
    ]);
  });

  test("the visit's cookie keeps a click for as many days as the owner chose", async () => {
    const form = await createForm();
    const { token } = await signInAs(form.owner);
    const readDays = async () => {
      const { headers } = await site.send(`/optin/${form.slug}${CLICK}`);
      const [seconds] = /(?<=attesto_visits=.*Max-Age=)\d+/.exec(headers.getSetCookie().join("\n")) ?? [];
      return Number(seconds) / (24 * 60 * 60);
    };
    expect(await readDays()).toBe(7);
    const { status } = await site.send("/api/optin-settings", {
      method: "PUT",
      token,
      json: { clickDays: 30 },
    });
    expect([status, await readDays()]).toEqual([200, 30]);
  });
});

test("a claim has the visitor's first click beside the one that led to it, also in /api", async () => {
  const form = await createForm();
  const first = await open(form, CLICK, { referer: REFERRER });
  const cookie = await open(form, "?gclid=G2&utm_source=google", { cookie: first });
  const { id } = await post(form, "", cookie);
  const { token } = await signInAs(form.owner);
  const { json } = await site.read(token, id);
  expect(json.attribution).toMatchObject({
    source: "google",
    fbclid: "IwAR2",
    gclid: "G2",
    referrer: null,
    utm: { source: "google", campaign: null },
    first: {
      source: "instagram",
      referrer: REFERRER,
      fbclid: "IwAR2",
      gclid: null,
      utm: { source: null, campaign: "Autumn 2026" },
    },
  });
});

test.each([
  ["forged", (value: string) => `${value.slice(0, -2)}xx`],
  ["of 8 KB", () => "e".repeat(8_000)],
  ["empty", () => ""],
])("a cookie that is %s costs neither the page nor the claim", async (_what, change) => {
  const form = await createForm();
  const [pair = ""] = (await open(form, CLICK))
    .split("; ")
    .filter((one) => one.startsWith("attesto_visits="));
  const cookie = `attesto_visits=${change(pair.slice("attesto_visits=".length))}`;
  await open(form, CLICK, { cookie });
  expect(await post(form, CLICK, cookie)).toMatchObject({ fbclid: "IwAR2", referrer: null });
});

test("without cookies a click counts as seen when it is confirmed, never before the visit", async () => {
  const form = await createForm();
  const row = await post(form, CLICK);
  expect(row.clickSeenAt).toEqual(row.createdAt);
  expect(getPath(row.pageUrl)).toBe(`/optin/${form.slug}${CLICK}`);
});

test("an owner reads which placeholder a link left, at the claim and where the form is shared", async () => {
  const form = await createForm();
  const { id } = await post(form, "?fbclid=IwAR2&utm_campaign=%7B%7Bcampaign.name%7D%7D");
  const { cookie } = await signInAs(form.owner);
  for (const path of [`/dashboard/submissions?open=${id}`, "/dashboard/optin-settings/share"]) {
    const { status, text } = await site.send(path, { cookie });
    expect([path, status]).toEqual([path, 200]);
    expect(text).toContain("{{campaign.name}}");
    expect(text).toContain("at Meta in its field “URL parameters”");
  }
});
