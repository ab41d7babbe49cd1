import { describe, expect, test } from "vitest";
import { visitorCookie } from "#app/http/cookies/visitor.server.ts";
import { Submission } from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { issueFormToken } from "#app/services/opt-in-forms/form-tokens.server.ts";
import {
  createForm,
  createOwner,
  createPlatforms,
  type Form,
  optInBody,
  signInAs,
  unique,
  uniqueEmail,
} from "../../factories/index.ts";
import type { Send, TestResponse } from "../../support/client.ts";
import { expectTotalsToBeTrue } from "../../support/counts.ts";
import { readAttributes, readText } from "../../support/html.ts";
import { serveSite } from "../../support/site.ts";

const site = serveSite();

/** What the page's own form sends when it is posted without script. */
async function post(
  form: Form,
  fields: Record<string, string | undefined> = {},
  options: Send = {},
): Promise<TestResponse> {
  const { consent: _, ...typed } = optInBody(form) as Record<string, string>;
  const all = { ...typed, consent: "on", website: "", formToken: issueFormToken("page"), ...fields };
  const sent = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
  return site.send(`/optin/${form.slug}`, {
    form: sent as Record<string, string>,
    headers: { "sec-fetch-site": "same-origin" },
    ...options,
  });
}

describe("GET /optin/{slug}", () => {
  test("GET /optin/{slug} is a page that needs no script, no cookie and nothing else loaded", async () => {
    const form = await createForm({
      redirectUrl: "https://partner.example/welcome",
      facebookPixelId: "1029384756",
    });
    const { status, text, headers } = await site.send(`/optin/${form.slug}`);
    expect(status).toBe(200);
    expect(readAttributes(text, "form")).toMatchObject({ method: "post" });
    expect(readAttributes(text, "form")).not.toHaveProperty("action");
    expect(readAttributes(text, "input", { name: "facebookPixelId" }).value).toBe("1029384756");
    expect(text).not.toMatch(/<link[^>]+stylesheet|<img|nonce/);
    // The thank-you view travels as a data block, which no browser runs and no text browser reads out.
    expect(text.match(/<script(?! type="text\/plain")/g)).toHaveLength(1);
    const policy = headers.get("content-security-policy") ?? "";
    expect(policy).toMatch(/style-src[^;]*'sha256-/);
    expect(policy).not.toMatch(/unsafe|nonce/);
    // Browsers check where a post redirects: the form's own target is named, and no other.
    expect(policy).toMatch(/form-action 'self' https:\/\/partner\.example(;|$)/);
  });

  test("GET /optin/{slug} sets signed cookies for a new visitor only", async () => {
    const form = await createForm();
    const first = await site.send(`/optin/${form.slug}`);
    const [cookie = "", visit = ""] = first.headers.getSetCookie();
    expect(cookie).toMatch(
      /^attesto_visitor=[\w-]+\.[\w+/]{43}; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    expect(await visitorCookie.parse(cookie)).toMatch(/^[\w-]{22}$/);
    const pairs = [cookie, visit].map((line) => line.split(";")[0]);
    const again = await site.send(`/optin/${form.slug}`, { cookie: pairs.join("; ") });
    expect(again.headers.get("set-cookie")).toBeNull();
  });

  test("GET /optin/{slug} contains nothing about a visitor, so that it can be cached", async () => {
    const form = await createForm();
    const ofOne = await site.send(`/optin/${form.slug}?fbclid=one&email=a@example.com`);
    const ofAnother = await site.send(`/optin/${form.slug}?utm_source=two`);
    const withoutToken = ({ text }: TestResponse) => text.replace(/\bp[\da-z]{8}\.[\w-]{22}/, "");
    expect(withoutToken(ofOne)).toBe(withoutToken(ofAnother));
  });

  test("GET /optin/{slug} says that a form without a broker is not ready, and leads on", async () => {
    const form = await createForm({ platforms: [], redirectUrl: "https://partner.example/welcome" });
    const { status, text } = await site.send(`/optin/${form.slug}`);
    expect(status).toBe(404);
    expect(text).toContain("This form is not ready yet.");
    expect(text).toContain('href="https://partner.example/welcome"');
    expect(text).not.toContain("<form");
    const { cookie } = await signInAs(form.owner);
    for (const page of ["overview", "submissions", "optin-settings"]) {
      const own = await site.send(`/dashboard/${page}`, { cookie });
      expect(own.text).toContain("visitors can&#x27;t send your form yet");
    }
  });

  test("GET /optin/{slug} leads to the address in small letters, with the query as it was", async () => {
    const form = await createForm();
    const { status, headers } = await site.send(`/optin/${form.slug.toUpperCase()}?fbclid=Ab&x=a%20b`);
    expect([status, headers.get("location")]).toEqual([302, `/optin/${form.slug}?fbclid=Ab&x=a%20b`]);
    expect((await site.send("/optin/Nobody-Here")).status).toBe(302);
  });

  test("a paused form says so on the pages of its owner", async () => {
    const form = await createForm({ isActive: false });
    const { cookie } = await signInAs(form.owner);
    for (const page of ["overview", "submissions", "optin-settings", "optin-settings/share"])
      expect((await site.send(`/dashboard/${page}`, { cookie })).text).toContain("Your form is closed");
  });

  test("GET /optin/{slug} has what a messenger shows of its link", async () => {
    const form = await createForm({ title: "Confirm it" });
    const { text } = await site.send(`/optin/${form.slug}`);
    expect(text).toMatch(/<meta property="og:title" content="Confirm it \| [^"]+"/);
    expect(text).toMatch(/<meta property="og:description" content="[^"]{20,}"/);
  });

  test("GET /optin/{slug} shows the owner's words as text", async () => {
    const marker = `"'<>&</script><b>{{`;
    const form = await createForm({ title: marker, successMessage: marker });
    const { text } = await site.send(`/optin/${form.slug}`);
    expect(text).not.toContain("<b>{{");
    expect(readText(text, "h1")).toBe(marker);
  });
});

describe("POST /optin/{slug}, the form without script", () => {
  test("POST /optin/{slug}, the form without script stores it and leads to the visitor's private page with the owner's words", async () => {
    const form = await createForm({ successMessage: "We will check it by tomorrow." });
    const email = uniqueEmail();
    const { status, headers } = await post(form, { email });
    expect(status).toBe(303);
    const location = headers.get("location") ?? "";
    expect(location).toMatch(new RegExp(`^/optin/${form.slug}/mine/[\\w.%-]+\\?new=yes$`));
    const row = await Submission.findOne({ where: { emailKey: email } });
    expect(row).toMatchObject({ status: "pending", phone: "+34600555123", formId: form.id });
    const page = await site.send(location);
    expect(page.status).toBe(200);
    expect(readText(page.text, "h1")).toBe("Thanks, we’ve got it.");
    expect(page.text).toContain("We will check it by tomorrow.");
    await expectTotalsToBeTrue();
  });

  test("POST /optin/{slug}, the form without script keeps the click ids of the address it was opened with", async () => {
    const form = await createForm();
    const query = "?fbclid=IwAR2&utm_source=ig&utm_campaign=story";
    const sent = {
      form: {
        ...(optInBody(form) as Record<string, string>),
        consent: "on",
        formToken: issueFormToken("page"),
      },
    };
    await site.send(`/optin/${form.slug}${query}`, {
      ...sent,
      cookie: "_fbp=fb.1.1763400000000.5",
      headers: { "sec-fetch-site": "same-origin", "user-agent": "Lynx/2.9" },
    });
    const row = await Submission.findOne({ where: { formId: form.id }, rejectOnEmpty: true });
    expect(row).toMatchObject({
      fbclid: "IwAR2",
      utmSource: "ig",
      utmCampaign: "story",
      fbp: "fb.1.1763400000000.5",
      userAgent: "Lynx/2.9",
      ip: "127.0.0.1",
    });
    expect(row.pageUrl).toMatch(
      new RegExp(`/optin/${form.slug}\\?fbclid=IwAR2&utm_source=ig&utm_campaign=story$`),
    );
  });

  test.each([
    ["an origin", { origin: "own" }],
    ["only a referrer, as text browsers send it", { referer: "own" }],
    ["neither, and no cookie", {}],
  ])("POST /optin/{slug}, the form without script is taken with %s", async (_what, headers) => {
    const form = await createForm();
    const own = Object.fromEntries(
      Object.keys(headers).map((name) => [
        name,
        name === "origin" ? site.app.url : `${site.app.url}/optin/x`,
      ]),
    );
    expect((await post(form, {}, { headers: own })).status).toBe(303);
  });

  test.each([
    ["a foreign site", { "sec-fetch-site": "cross-site", origin: "https://evil.example" }],
    ["a sandboxed frame", { origin: "null" }],
  ])("POST /optin/{slug}, the form without script is refused from %s", async (_what, headers) => {
    const form = await createForm();
    expect((await post(form, {}, { headers })).status).toBe(403);
    expect(await Submission.count()).toBe(0);
  });

  test("POST /optin/{slug}, the form without script shows its errors on top and beside each field, and keeps its values", async () => {
    const form = await createForm();
    const { status, text, headers } = await post(form, {
      email: "no address",
      phone: "",
      amount: "12,50",
      currency: "CHF",
      reference: `"quoted" <b>`,
      consent: undefined,
    });
    expect(status).toBe(400);
    expect(readText(text, "title")).toMatch(/^Error: /);
    expect(readText(text, "h2")).toBe("Three things need another look");
    const { fields } = messages;
    for (const [field, message] of [
      ["email", fields.emailShape],
      ["phone", fields.phoneRequired],
      ["consent", fields.consentRequired],
    ] as const) {
      expect(text).toContain(`<a href="#${field}">${message}</a>`);
      expect(readAttributes(text, "input", { id: field })).toMatchObject({ "aria-invalid": "true" });
      expect(text).toMatch(new RegExp(`id="${field}-e"[^>]*>${message}<`));
    }
    const value = (name: string) => readAttributes(text, "input", { name }).value;
    expect([value("email"), value("amount"), value("reference")]).toEqual([
      "no address",
      "12,50",
      "&quot;quoted&quot; &lt;b&gt;",
    ]);
    expect(
      readAttributes(text, "input", { name: "platform", value: form.platforms[0]?.id ?? "" }),
    ).toHaveProperty("checked");
    expect(text).toMatch(/<option [^>]*selected=""[^>]*>CHF/);
    expect(headers.get("cache-control")).not.toContain("public");
    expect(await Submission.count()).toBe(0);
  });

  test("POST /optin/{slug}, the form without script asks which number is meant, and takes the choice", async () => {
    const form = await createForm({ phoneCountry: "DE" });
    const email = uniqueEmail();
    const typed = { email, phone: "436641234567", phoneCountry: "DE" };
    const { status, text } = await post(form, typed);
    expect(status).toBe(400);
    expect(text).toContain(`<a href="#phone">${messages.fields.phoneDoubt}</a>`);
    const radios = [...text.matchAll(/type="radio" name="phone" value="([^"]*)"\/?><span>([^<]*)</g)];
    expect(radios.map(([, ...radio]) => radio)).toEqual([
      ["+436641234567", "+43 664 1234567 (Austria)"],
      ["+49436641234567", "+49 4366 41234567 (Germany)"],
    ]);
    const fields = new URLSearchParams({ ...optInBody(form), ...typed, consent: "on" } as Record<
      string,
      string
    >);
    fields.append("phone", "+436641234567");
    fields.set("formToken", readAttributes(text, "input", { name: "formToken" }).value ?? "");
    const chosen = await site.send(`/optin/${form.slug}`, {
      form: fields,
      headers: { "sec-fetch-site": "same-origin" },
    });
    expect(chosen.status).toBe(303);
    expect(await Submission.findOne({ where: { email } })).toMatchObject({
      phone: "+436641234567",
      country: "AT",
    });
  });

  test("POST /optin/{slug}, the form without script asks once whether an unlikely amount is right", async () => {
    const form = await createForm();
    const email = uniqueEmail();
    const { status, text } = await post(form, { email, amount: "999999" });
    expect(status).toBe(400);
    const question = messages.optIn.amountUnlikely("999,999 EUR");
    expect(text).toContain(`<a href="#amount">${question}</a>`);
    expect(text).toContain(messages.optIn.amountIsRight("999,999 EUR"));
    const box = readAttributes(text, "input", { name: "amountConfirmed" });
    expect(box).not.toHaveProperty("checked");
    const { value: amountConfirmed } = box;

    const other = await post(form, { email, amount: "999999", amountConfirmed, phone: "" });
    expect(readAttributes(other.text, "input", { name: "amountConfirmed" })).toHaveProperty("checked");
    expect((await post(form, { email, amount: "999999", amountConfirmed })).status).toBe(303);
    expect(await Submission.findOne({ where: { email } })).toMatchObject({ unlikelyAmount: true });
  });

  test("POST /optin/{slug}, a form whose language was switched off while it was open is in one language", async () => {
    const form = await createForm();
    const { status, text } = await post(form, { amount: "999999", language: "de" });
    expect(status).toBe(400);
    expect(text).toContain(messages.optIn.amountUnlikely("999,999 EUR"));
  });

  test("POST /optin/{slug}, the form without script asks for the account number as the chosen broker does", async () => {
    const owner = await createOwner();
    const form = await createForm({ owner, platforms: await createPlatforms(3, { owner }) });
    const [required, , unasked] = form.platforms;
    await required?.update({ accountField: "required", accountName: "UID", accountExample: "8412337" });
    await unasked?.update({ accountField: "no" });
    const sentence = messages.fields.accountRequired("UID", "8412337");
    const { status, text } = await post(form, { platform: required?.id, email: "", reference: " " });
    expect(status).toBe(400);
    for (const message of [messages.fields.emailRequired, sentence])
      expect(text).toMatch(new RegExp(`<a href="#(email|reference)">${message}</a>`));
    expect(text).toContain(`${required?.name}: UID, for example 8412337`);
    const email = uniqueEmail();
    const toApi = await site.submit(form, { platform: required?.id });
    expect(toApi).toMatchObject({
      status: 400,
      json: { errors: [{ field: "reference", message: sentence }] },
    });
    expect((await post(form, { platform: unasked?.id, email, reference: "8412337" })).status).toBe(303);
    expect(await Submission.findOne({ where: { email } })).toMatchObject({ reference: null });
  });

  test("POST /optin/{slug}, the form without script lets a person through at the second press", async () => {
    const form = await createForm();
    const { text } = await post(form, { website: "https://filled.by.a.manager" });
    expect(text).not.toContain('name="website"');
  });

  test("a form with a registered address is a 409 that says so, and keeps what was typed", async () => {
    const form = await createForm();
    const email = uniqueEmail();
    await post(form, { email });
    const { status, text } = await post(form, { email: email.toUpperCase(), phone: "+34600555999" });
    expect(status).toBe(409);
    expect(text).toContain(messages.optIn.duplicate);
    expect(readAttributes(text, "input", { name: "phone" }).value).toBe("+34600555999");
  });

  test.each([
    ["too old", () => issueFormToken("page", Date.now() - 25 * 60 * 60_000)],
    ["too young", () => issueFormToken("call")],
  ])(
    "POST /optin/{slug}, the form without script comes back filled in with a fresh token when its own is %s, and then works",
    async (_what, token) => {
      const form = await createForm();
      const email = uniqueEmail();
      const { status, text } = await post(form, { email, formToken: token() });
      expect(status).toBe(403);
      expect(text).toContain(messages.optIn.stale);
      expect(readAttributes(text, "input", { name: "email" }).value).toBe(email);
      const fresh = readAttributes(text, "input", { name: "formToken" }).value;
      expect((await post(form, { email, formToken: fresh })).status).toBe(303);
    },
  );

  test.each([
    ["without a token", { formToken: undefined }],
    ["with a forged one", { formToken: "p1.abc" }],
    ["with the hidden field filled in", { website: "https://spam.example" }],
  ])(
    "POST /optin/{slug}, the form without script says that it cannot be verified %s",
    async (_what, fields) => {
      const form = await createForm();
      const { status, text } = await post(form, fields);
      expect(status).toBe(403);
      expect(text).toContain(messages.optIn.unverifiable);
      expect(await Submission.count()).toBe(0);
    },
  );

  test("POST /optin/{slug}, the form without script says that the form is gone, with status 404", async () => {
    const form = await createForm({ isActive: false });
    const { status, text } = await post(form);
    expect(status).toBe(404);
    expect(text).toContain(messages.optIn.gone);
  });

  test.each<[what: string, options: Send, status: number]>([
    [
      "another type",
      { body: "x", headers: { "content-type": "text/plain", "sec-fetch-site": "same-origin" } },
      415,
    ],
    [
      "too much",
      {
        body: `email=${"x".repeat(101 * 1024)}`,
        headers: { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin" },
      },
      413,
    ],
    [
      "what is no UTF-8",
      {
        body: "email=%ff",
        headers: { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin" },
      },
      400,
    ],
  ])(
    "POST /optin/{slug}, the form without script answers %s with the form and its status",
    async (_what, options, status) => {
      const form = await createForm();
      const response = await site.send(`/optin/${form.slug}`, { method: "POST", ...options });
      expect(response.status).toBe(status);
      expect(readText(response.text, "title")).toMatch(/^Error: /);
    },
  );

  test("a form sent twice without script makes one entry, by the visitor's cookie", async () => {
    const form = await createForm();
    const page = await site.send(`/optin/${form.slug}`);
    const cookie = page.headers.get("set-cookie")?.split(";")[0] ?? "";
    const email = uniqueEmail();
    const responses = [await post(form, { email }, { cookie }), await post(form, { email }, { cookie })];
    expect(responses.map(({ status }) => status)).toEqual([303, 303]);
    expect(responses[0]?.headers.get("location")).toBe(responses[1]?.headers.get("location"));
    expect(await Submission.count()).toBe(1);
  });

  test("a form sent twice without a cookie makes one submission, even if repeats are allowed", async () => {
    for (const allowRepeat of [false, true]) {
      const form = await createForm({ allowRepeat });
      const fields = { email: uniqueEmail() };
      const responses = [await post(form, fields), await post(form, fields)];
      expect(responses.map(({ status }) => status)).toEqual([303, 303]);
      expect(await Submission.count({ where: { formId: form.id } })).toBe(1);
    }
  });

  test("a form of a browser that asks not to be tracked sets no id, and sent twice without script it makes one submission", async () => {
    const form = await createForm();
    const headers = { "sec-fetch-site": "same-origin", "sec-gpc": "1" };
    const opened = await site.send(`/optin/${form.slug}?fbclid=x`, { headers });
    expect(opened.headers.getSetCookie()).toEqual([expect.stringMatching(/^attesto_visits=.*Max-Age=86400/)]);
    const fields = { email: uniqueEmail() };
    // An id from before it asked says nothing.
    const [cookie = ""] = visitorCookie.write("x".repeat(22)).split(";");
    const responses = [await post(form, fields, { headers, cookie }), await post(form, fields, { headers })];
    expect(responses.map(({ status }) => status)).toEqual([303, 303]);
    const stored = await Submission.findAll({ where: { formId: form.id } });
    expect(stored.map(({ deviceId }) => deviceId)).toEqual([null]);
  });

  test("POST /optin/{slug}, the form without script takes another action of the same visitor where repeats are allowed", async () => {
    const form = await createForm({ allowRepeat: true });
    const email = uniqueEmail();
    expect((await post(form, { email, amount: "10" })).status).toBe(303);
    expect((await post(form, { email, amount: "20" })).status).toBe(303);
    expect(await Submission.count()).toBe(2);
  });

  test("POST /optin/{slug}, the form without script does not ask for a query of Remix's own", async () => {
    const form = await createForm();
    const response = await site.send(`/optin/${form.slug}?_data=routes%2Foptin%2Fform`, {
      form: { email: unique() },
    });
    expect(response.status).toBe(400);
  });
});
