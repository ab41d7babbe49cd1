import { describe, expect, test } from "vitest";
import { Submission } from "#app/models/index.server.ts";
import { issueFormToken } from "#app/services/opt-in-forms/form-tokens.server.ts";
import { createForm, type Form, optInBody } from "../../factories/index.ts";
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

/** Posts the form without script: the referring page is the form itself. */
async function post(form: Form, search: string, cookie = ""): Promise<Submission> {
  const { status } = await site.send(`/optin/${form.slug}${search}`, {
    form: {
      ...(optInBody(form) as Record<string, string>),
      consent: "on",
      formToken: issueFormToken("page"),
    },
    cookie,
    headers: { "sec-fetch-site": "same-origin", referer: `${site.app.url}/optin/${form.slug}${search}` },
  });
  expect(status).toBe(303);
  return Submission.findOne({ where: { formId: form.id }, order: [["id", "DESC"]], rejectOnEmpty: true });
}

async function send(form: Form, search: string, cookie: string): Promise<Submission> {
  const pageUrl = `${site.app.url}/optin/${form.slug}${search}`;
  const { json } = await site.submit(
    form,
    { pageUrl, formToken: issueFormToken("page") },
    { cookie, headers: { "sec-fetch-site": "same-origin" } },
  );
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

  test("a sent form takes a visit's time and referrer only where the cookie is ours, for this form and click", async () => {
    const form = await createForm();
    const other = await createForm();
    const cookie = await open(form, CLICK, { referer: REFERRER });
    const changed = cookie.replace(/(attesto_visit=.{40})./, (_all, start) => `${start}${"_"}`);
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
    // The oldest go, so that a browser keeps the cookie.
    let cookie = both;
    for (const letter of "abcdef")
      cookie = await open(form, `?fbclid=${letter}`, {
        cookie,
        referer: `https://x.example/${"p".repeat(900)}`,
      });
    expect(cookie.length).toBeLessThan(4096);
    expect((await post(form, CLICK, cookie)).referrer).toBeNull();
  });

  test("the visit's cookie is not readable by script, and ends after a day", async () => {
    const form = await createForm();
    const { headers } = await site.send(`/optin/${form.slug}`);
    const visit = headers.getSetCookie().find((line) => line.startsWith("attesto_visit=")) ?? "";
    expect(visit).toContain("; Max-Age=86400; Path=/; HttpOnly; SameSite=Lax");
  });
});

test("without cookies a click counts as seen when it is confirmed, never before the visit", async () => {
  const form = await createForm();
  const row = await post(form, CLICK);
  expect(row.clickSeenAt).toEqual(row.createdAt);
  expect(getPath(row.pageUrl)).toBe(`/optin/${form.slug}${CLICK}`);
});
