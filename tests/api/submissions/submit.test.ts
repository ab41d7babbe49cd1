import { describe, expect, test } from "vitest";
import { answerNames } from "#app/lib/opt-in-answers.ts";
import { OptInForm, Submission, User } from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { issueFormToken } from "#app/services/opt-in-forms/form-tokens.server.ts";
import {
  connectMeta,
  createForm,
  createOwner,
  createPlatforms,
  optInBody,
  signInAs,
  unique,
} from "../../factories/index.ts";
import type { Send } from "../../support/client.ts";
import { expectTotalsToBeTrue } from "../../support/counts.ts";
import { eventually } from "../../support/eventually.ts";
import { serveSite } from "../../support/site.ts";

const site = serveSite();

const DAY = 24 * 60 * 60_000;
const toPath = ({ slug }: { slug: string }) => `/api/optin/${slug}/submit`;
const stored = (id: string) => Submission.findByPk(id, { rejectOnEmpty: true });

describe("POST /api/optin/{slug}/submit", () => {
  test("POST /api/optin/{slug}/submit takes a form body as it takes JSON", async () => {
    const form = await createForm();
    const { consent: _, ...body } = optInBody(form) as Record<string, string>;
    const formToken = issueFormToken("page");
    const response = await site.send(toPath(form), { form: { ...body, formToken, consent: "on" } });
    expect(response.status).toBe(201);
    expect(await stored(response.json.submissionId)).toMatchObject({ email: body.email, phone: body.phone });
  });

  test("POST /api/optin/{slug}/submit takes null for whatever is optional", async () => {
    const form = await createForm();
    const missing = { facebookPixelId: null, deviceId: null, reference: null, amount: null, currency: null };
    expect((await site.submit(form, missing)).status).toBe(201);
  });

  test("POST /api/optin/{slug}/submit needs neither an amount nor anything optional", async () => {
    const form = await createForm();
    const { status, json } = await site.submit(form, {
      amount: "",
      currency: "",
      reference: "",
      deviceId: "",
    });
    expect(status).toBe(201);
    expect(await stored(json.submissionId)).toMatchObject({ amount: null, currency: null, reference: null });
  });

  test("POST /api/optin/{slug}/submit gives the deadline of the connected ad platform: seven days less an hour", async () => {
    const form = await createForm();
    await connectMeta(form.owner);
    const { json } = await site.submit(form);
    const { createdAt, sendBefore } = await stored(json.submissionId);
    expect(sendBefore?.getTime()).toBe(createdAt.getTime() + 7 * DAY - DAY / 24);
  });

  test("POST /api/optin/{slug}/submit reads a phone number as the visitor's country writes it", async () => {
    const form = await createForm();
    const { status, json } = await site.submit(
      form,
      { phone: "600 555 123" },
      { headers: { "accept-language": "es-ES,es;q=0.9" } },
    );
    expect(status).toBe(201);
    expect(await stored(json.submissionId)).toMatchObject({ phone: "+34600555123", country: "ES" });
  });

  test.each([
    ["0600 123 456", "en-US,en;q=0.9"],
    ["+4915000000", "de-DE"],
  ])(
    "POST /api/optin/{slug}/submit refuses %s typed in %s, which no telephone can have",
    async (phone, language) => {
      const form = await createForm();
      const { status, json } = await site.submit(
        form,
        { phone },
        { headers: { "accept-language": language } },
      );
      expect([status, json.error]).toEqual([400, messages.fields.phoneShape]);
      expect(await Submission.count()).toBe(0);
    },
  );

  describe("phone number", () => {
    const american = { value: "+15512345678", label: "+1 551 234 5678 (United States)" };
    const mexican = { value: "+525512345678", label: "+52 55 1234 5678 (Mexico)" };
    const english = { headers: { "accept-language": "en-US,en;q=0.9" } };
    const typed = { phone: "55 1234 5678", timeZone: "America/Mexico_City" };

    test("a phone number whose country the time zone contradicts is a 400 with both readings", async () => {
      const form = await createForm();
      const { status, json } = await site.submit(form, typed, english);
      expect([status, json.code]).toEqual([400, "validation_failed"]);
      const question = { field: "phone", message: messages.fields.phoneDoubt, options: [american, mexican] };
      expect(json.details).toEqual([question]);
      expect(await Submission.count()).toBe(0);
    });

    test("a phone number's country is what the call says it is", async () => {
      const form = await createForm();
      for (const [phoneCountry, { value }] of [
        ["MX", mexican],
        ["US", american],
      ] as const) {
        const { json } = await site.submit(form, { ...typed, phoneCountry }, english);
        expect(await stored(json.submissionId)).toMatchObject({ phone: value, country: phoneCountry });
      }
    });

    test("a phone number with a country code and no plus is stored as that country's", async () => {
      const form = await createForm();
      const { json } = await site.submit(form, { phone: "4915123456789", phoneCountry: "DE" });
      expect(await stored(json.submissionId)).toMatchObject({ phone: "+4915123456789", country: "DE" });
      expect(json.recorded.phone).toBe("+49 1512 3456789");
    });

    test("a phone number that the named country does not have is offered with the visitor's own", async () => {
      const form = await createForm();
      const german = { headers: { "accept-language": "de-DE" } };
      const { status, json } = await site.submit(form, { phone: "0171 2345678", phoneCountry: "ES" }, german);
      const options = [{ value: "+491712345678", label: "+49 171 2345678 (Germany)" }];
      expect([status, json.details[0].options]).toEqual([400, options]);
    });

    test("a phone number from a program is not read by the language of that program", async () => {
      const form = await createForm();
      const { token } = await signInAs(form.owner);
      const { status, json } = await site.submit(
        form,
        { phone: "600 555 123" },
        { token, headers: { "accept-language": "es-ES" } },
      );
      expect([status, json.error]).toEqual([400, messages.fields.phoneShape]);
    });

    test.each(["es-419", "en-150", "ar-001"])(
      "a phone number takes no country from the language %s",
      async (language) => {
        const form = await createForm();
        const { json } = await site.submit(form, typed, { headers: { "accept-language": language } });
        expect(await stored(json.submissionId)).toMatchObject({ phone: mexican.value });
      },
    );
  });

  test("POST /api/optin/{slug}/submit responds to any origin, without credentials, and is never cached", async () => {
    const form = await createForm();
    const { headers } = await site.submit(form);
    expect(Object.fromEntries(headers)).toMatchObject({
      "access-control-allow-origin": "*",
      "cache-control": "no-store",
      "content-type": "application/json; charset=utf-8",
      "x-request-id": expect.stringMatching(/^[\w-]{36}$/),
      "x-content-type-options": "nosniff",
      ratelimit: expect.stringMatching(/^"submit-program/),
      "ratelimit-policy": expect.stringMatching(/;w=60$/),
    });
    expect(headers.get("access-control-allow-credentials")).toBeNull();
  });

  test("POST /api/optin/{slug}/submit answers a browser's preflight", async () => {
    const form = await createForm();
    const { status, headers } = await site.send(toPath(form), {
      method: "OPTIONS",
      headers: { origin: "https://elsewhere.example", "access-control-request-method": "POST" },
    });
    expect(status).toBe(204);
    expect(headers.get("access-control-allow-origin")).toBe("*");
    expect(headers.get("access-control-allow-methods")).toContain("POST");
    expect(headers.get("access-control-allow-headers")).toContain("Idempotency-Key");
  });
});

describe("submission that is sent twice", () => {
  test.each([
    ["the Idempotency-Key header", (key: string) => [{}, { headers: { "idempotency-key": key } }] as const],
    ["submissionKey in the body", (key: string) => [{ submissionKey: key }, {}] as const],
  ])("a submission that is sent twice gives the same id under the same key, by %s", async (_where, keyed) => {
    const form = await createForm();
    const [inBody, options] = keyed(unique());
    const body = optInBody(form, inBody);
    const first = await site.send(toPath(form), { json: body, ...options });
    const again = await site.send(toPath(form), { json: body, ...options });
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.json).toEqual(first.json);
    expect(await Submission.count()).toBe(1);
  });

  test("a submission that is sent twice returns the same id without a key if the body is the same", async () => {
    const form = await createForm();
    const body = optInBody(form);
    const first = await site.send(toPath(form), { json: body });
    const again = await site.send(toPath(form), { json: body });
    expect([again.status, again.json.submissionId]).toEqual([201, first.json.submissionId]);
  });

  test.each([
    ["email", { email: "other@example.com" }],
    ["phone", { phone: "+34600555124" }],
    ["amount", { amount: "251" }],
    ["reference", { reference: "another" }],
  ])(
    "a submission that is sent twice is refused under the same key with another %s",
    async (_field, change) => {
      const form = await createForm();
      const body = optInBody(form, { submissionKey: unique() });
      await site.send(toPath(form), { json: body });
      const { status, json } = await site.send(toPath(form), { json: { ...body, ...change } });
      expect([status, json.code]).toEqual([409, "idempotency_key_reused"]);
      expect(await Submission.count()).toBe(1);
    },
  );

  test("a submission that is sent twice may carry a key that was used on another form", async () => {
    const [form, other] = [await createForm(), await createForm()];
    const submissionKey = unique();
    const first = await site.submit(form, { submissionKey });
    const second = await site.submit(other, { submissionKey });
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.json.submissionId).not.toBe(first.json.submissionId);
  });

  test.each(["two words", "clé", "k".repeat(129)])(
    "a submission that is sent twice is refused with %j for a key",
    async (key) => {
      const form = await createForm();
      const { status, json } = await site.submit(form, {}, { headers: { "idempotency-key": key } });
      expect([status, json.errors[0].field]).toEqual([400, "Idempotency-Key"]);
    },
  );

  test.each([
    ["the same address", (email: string) => email],
    ["another case", (email: string) => email.toUpperCase()],
    ["space around it", (email: string) => `  ${email}\t`],
  ])("a repeated submission under another key is a duplicate: %s", async (_what, spelled) => {
    const form = await createForm();
    const email = `josé-${unique()}@example.com`;
    await site.submit(form, { email, submissionKey: unique() });
    const { status, json } = await site.submit(form, { email: spelled(email), submissionKey: unique() });
    expect(status).toBe(409);
    expect(json).toEqual({
      error: messages.optIn.duplicate,
      code: "duplicate_email",
      requestId: expect.any(String),
    });
    await expectTotalsToBeTrue();
  });

  test("a submission to another form, or from a similar address, is not a repeat", async () => {
    const [form, other] = [await createForm(), await createForm()];
    const name = unique();
    const responses = [
      await site.submit(form, { email: `jose${name}@example.com` }),
      await site.submit(form, { email: `josé${name}@example.com` }),
      await site.submit(other, { email: `jose${name}@example.com` }),
    ];
    expect(responses.map(({ status }) => status)).toEqual([201, 201, 201]);
  });

  test("a submission that is sent twice is another entry where the owner allows repeats, each with its own key", async () => {
    const form = await createForm({ allowRepeat: true });
    const email = `again-${unique()}@example.com`;
    const keys = [unique(), unique(), unique()];
    const responses = [];
    for (const submissionKey of [...keys, keys[1]])
      responses.push(await site.submit(form, { email, submissionKey }));
    expect(responses.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    const ids = responses.map(({ json }) => json.submissionId);
    expect(new Set(ids).size).toBe(3);
    expect(ids[3]).toBe(ids[1]);
    expect(await Submission.count({ where: { formId: form.id } })).toBe(3);
    await expectTotalsToBeTrue();
  });
});

describe("submission with wrong input", () => {
  const { fields, optIn } = messages;
  test.each<[field: string, value: unknown, message: string]>([
    ["email", undefined, fields.emailRequired],
    ["email", "  ", fields.emailRequired],
    ["email", ["a@example.com"], fields.emailRequired],
    ["email", "nobody", fields.emailShape],
    ["email", "a@b", fields.emailShape],
    ["email", `${"a".repeat(250)}@example.com`, fields.emailShape],
    ["phone", undefined, fields.phoneRequired],
    ["phone", " ", fields.phoneRequired],
    ["phone", "12", fields.phoneShape],
    ["phone", "600555123", fields.phoneShape],
    ["phone", "+34".padEnd(41, "6"), fields.phoneShape],
    ["platform", undefined, fields.platformRequired],
    ["platform", "nowhere", fields.platformRequired],
    ["platform", { $ne: "" }, fields.platformRequired],
    ["amount", "much", fields.amountShape],
    ["amount", "0", fields.amountShape],
    ["amount", "-5", fields.amountShape],
    ["amount", "1e3", fields.amountShape],
    ["amount", "0.00001", fields.amountShape],
    ["amount", {}, fields.amountShape],
    ["amount", "1.234", fields.amountDigits],
    ["amount", "1.250", fields.amountDigits],
    ["amount", "1,2,3", fields.amountShape],
    ["amount", "250 USDT", fields.amountInCoin("USDT", "USD")],
    ["amount", "0.5 BTC", fields.amountInCoin("BTC", "EUR")],
    ["reference", "4111 1111 1111 1111", fields.accountIsPayment],
    ["reference", "\u200bDE44 5001 0517 5407 3249 31", fields.accountIsPayment],
    ["currency", undefined, fields.currencyRequired],
    ["currency", "EURO", fields.currencyShape],
    ["consent", undefined, fields.consentRequired],
    ["consent", false, fields.consentRequired],
    ["consent", "no", fields.consentRequired],
    ["facebookPixelId", "666", optIn.invalid],
  ])("a submission with wrong input says of %s %j what is wrong", async (field, value, message) => {
    const form = await createForm({ facebookPixelId: "1029384756" });
    const { status, json } = await site.submit(form, { [field]: value });
    expect(status).toBe(400);
    expect(json).toEqual({
      error: message,
      code: "validation_failed",
      errors: [{ field, message }],
      details: [{ field, message }],
      requestId: expect.any(String),
    });
    expect(await Submission.count()).toBe(0);
  });

  test.each(["email", "reference", "platform", "submissionKey"])(
    "a submission with wrong input cannot have the character NUL in its %s, which no database takes",
    async (field) => {
      const form = await createForm();
      const { status, json } = await site.submit(form, { [field]: "a\u0000b@example.com" });
      expect([status, json.errors[0].field]).toEqual([400, field]);
      const typed = { ...(optInBody(form) as Record<string, string>), [field]: "a\u0000b@example.com" };
      expect((await site.send(toPath(form), { form: typed })).status).toBe(400);
    },
  );

  test("a submission with wrong input lists every error by field", async () => {
    const form = await createForm();
    const { json } = await site.send(toPath(form), { json: {} });
    expect(json.errors.map(({ field }: { field: string }) => field)).toEqual([
      "email",
      "phone",
      "platform",
      "consent",
    ]);
  });

  test("a submission with wrong input cannot name another owner's platform, nor one that was switched off", async () => {
    const owner = await createOwner();
    const [live, off] = await createPlatforms(2, { owner });
    await off?.update({ isActive: false });
    const form = await createForm({ owner, platforms: [live, off].flatMap((platform) => platform ?? []) });
    const other = await createForm();
    for (const platform of [off?.id, other.platforms[0]?.id]) {
      const { status, json } = await site.submit(form, { platform });
      expect([status, json.error]).toEqual([400, fields.platformRequired]);
    }
  });

  test.each([
    ["reference", 100],
    ["pageUrl", 2048],
    ["submissionKey", 128],
    ["deviceId", 64],
  ])("a submission with wrong input cannot have a longer %s than %i characters", async (field, max) => {
    const form = await createForm();
    const { status, json } = await site.submit(form, { [field]: "x".repeat(max + 1) });
    expect([status, json.errors[0].field]).toEqual([400, field]);
    expect((await site.submit(form, { [field]: "x".repeat(max) })).status).toBe(201);
  });

  test.each<[what: string, sent: Send, status: number, code: string]>([
    ["JSON that ends too early", { body: '{"email":', headers: json() }, 400, "malformed_json"],
    ["no body at all", { body: "", headers: json() }, 400, "malformed_json"],
    ["bytes that are no UTF-8", { body: bytes('{"email":"\xff"}'), headers: json() }, 400, "malformed_json"],
    ["a form that is no UTF-8", { body: bytes("email=\xff"), headers: urlencoded() }, 400, "malformed_body"],
    [
      "an escape that is no UTF-8",
      { body: "email=%ff%40example.com", headers: urlencoded() },
      400,
      "malformed_body",
    ],
    ["a list", { json: [] }, 400, "validation_failed"],
    ["null", { json: null }, 400, "validation_failed"],
    [
      "plain text",
      { body: "email=a", headers: { "content-type": "text/plain" } },
      415,
      "unsupported_media_type",
    ],
    ["no type", { body: bytes("{}") }, 415, "unsupported_media_type"],
    [
      "a file upload",
      { body: "--x--", headers: { "content-type": "multipart/form-data; boundary=x" } },
      415,
      "unsupported_media_type",
    ],
    ["101 KiB", { json: { note: "x".repeat(101 * 1024) } }, 413, "payload_too_large"],
    ["2 MiB", { json: { note: "x".repeat(2 * 1024 * 1024) } }, 413, "payload_too_large"],
    ["101 KiB of no declared length", { body: stream(101), headers: json() }, 413, "payload_too_large"],
  ])(
    "a submission with wrong input is refused in the one error shape: %s",
    async (_what, sent, status, code) => {
      const form = await createForm();
      const response = await site.send(toPath(form), { method: "POST", ...sent });
      expect([response.status, response.json.code]).toEqual([status, code]);
      expect(response.json).toMatchObject({ error: expect.any(String), requestId: expect.any(String) });
      expect(Array.isArray(response.json.errors)).toBe(status === 400);
      expect(await Submission.count()).toBe(0);
    },
  );

  test("a submission with wrong input cannot set a column by its name", async () => {
    const form = await createForm();
    const typed = Object.keys(optInBody(form));
    const own = [
      "deviceId",
      ...answerNames,
      "pageUrl",
      "referrer",
      "facebookPixelId",
      "consentVersion",
      ...typed,
    ];
    const columns = Object.keys(Submission.getAttributes()).filter((column) => !own.includes(column));
    const forged = Object.fromEntries(columns.map((column) => [column, "forged"]));
    const times = {
      handledAt: "2020-01-01",
      withdrawnAt: "2020-01-01",
      createdAt: "2020-01-01T00:00:00.000Z",
    };
    const { status, json } = await site.submit(form, {
      ...forged,
      ...times,
      status: "handled",
      __proto__: { status: "handled" },
    });
    expect(status).toBe(201);
    const row = (await stored(json.submissionId)).get({ plain: true });
    expect(Object.values(row).filter((value) => value === "forged")).toEqual([]);
    expect(row).toMatchObject({
      status: "pending",
      handledAt: null,
      withdrawnAt: null,
      workspaceId: form.owner.workspace.id,
      version: 1,
    });
    expect(row.createdAt.getFullYear()).toBeGreaterThan(2020);
  });
});

function json() {
  return { "content-type": "application/json" };
}
function urlencoded() {
  return { "content-type": "application/x-www-form-urlencoded" };
}
function bytes(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}
function stream(kibibytes: number): ReadableStream {
  return new Blob(Array<string>(kibibytes).fill("x".repeat(1024))).stream();
}

describe("submission that does not look like a person's", () => {
  const fromBrowser = { origin: "https://elsewhere.example", "sec-fetch-site": "cross-site" };
  const refused = { code: "unverifiable_submission", error: messages.optIn.unverifiable };

  test.each<[what: string, token: () => string | undefined]>([
    ["no form token", () => undefined],
    [
      "a forged one",
      () => issueFormToken("page").replace(/\.(.)/, (_, first) => (first === "A" ? ".B" : ".A")),
    ],
    ["one that is no token", () => "anything"],
    ["one older than a day", () => issueFormToken("page", Date.now() - DAY - 61_000)],
    ["one fetched a moment ago", () => issueFormToken("call")],
  ])("a submission from a foreign page with %s is refused", async (_what, token) => {
    const form = await createForm();
    const { status, json } = await site.submit(form, { formToken: token() }, { headers: fromBrowser });
    expect(status).toBe(403);
    expect(json).toMatchObject(refused);
    expect(await Submission.count()).toBe(0);
  });

  test.each<[what: string, token: () => string]>([
    ["of the page", () => issueFormToken("page")],
    ["fetched two seconds ago", () => issueFormToken("call", Date.now() - 2_100)],
    ["of this morning", () => issueFormToken("page", Date.now() - DAY + 60_000)],
  ])("a submission from a foreign page with a token %s is taken", async (_what, token) => {
    const form = await createForm();
    const { status, headers } = await site.submit(form, { formToken: token() }, { headers: fromBrowser });
    expect([status, headers.get("access-control-allow-origin")]).toEqual([201, "*"]);
  });

  test("a submission with the hidden field filled in is refused, whoever sends it", async () => {
    const form = await createForm();
    const { status, json } = await site.submit(form, {
      website: "https://spam.example",
      formToken: issueFormToken("page"),
    });
    expect(status).toBe(403);
    expect(json).toMatchObject(refused);
  });

  test("a form's post without a token is refused, wherever it comes from", async () => {
    const form = await createForm();
    const typed = { ...(optInBody(form) as Record<string, string>), consent: "on" };
    const { status, json } = await site.send(toPath(form), { form: typed });
    expect(status).toBe(403);
    expect(json).toMatchObject(refused);
  });

  test("a submission of a signed-in client needs no token, and an invalid credential is refused", async () => {
    const form = await createForm();
    const { token } = await signInAs(await createOwner());
    expect((await site.submit(form, {}, { token, headers: fromBrowser })).status).toBe(201);
    expect((await site.submit(form, {}, { token: "nonsense" })).status).toBe(401);
    expect(await Submission.count()).toBe(1);
  });

  test("a submission with a forged token is refused from a program too", async () => {
    const form = await createForm();
    expect((await site.submit(form, { formToken: "p1.x" })).status).toBe(403);
  });
});

describe("submission to a form that is not there", () => {
  test.each<[what: string, slug: () => Promise<string>]>([
    ["unknown", async () => `nobody-${unique()}`],
    ["switched off", async () => (await createForm({ isActive: false })).slug],
    ["deleted", async () => (await createForm({ deletedAt: new Date() })).slug],
    [
      "of a deactivated owner",
      async () => (await createForm({ owner: await createOwner({ isActive: false }) })).slug,
    ],
    ["in another case", async () => (await createForm()).slug.toUpperCase()],
    ["too long", async () => "x".repeat(51)],
  ])("a submission to a form that is not there is a 404: %s", async (_what, slug) => {
    const body = optInBody(await createForm());
    const { status, json } = await site.send(toPath({ slug: await slug() }), { json: body });
    expect([status, json.code]).toEqual([404, "not_found"]);
    expect(await Submission.count()).toBe(0);
  });

  test("a submission to a form that is not there is a 404 within a second of the owner switching it off", async () => {
    const form = await createForm();
    expect((await site.submit(form)).status).toBe(201);
    await OptInForm.update({ isActive: false }, { where: { id: form.id } });
    await eventually(async () => expect((await site.submit(form)).status).toBe(404));
  });
});

describe("what comes with a submission", () => {
  const clickIds = {
    fbclid: "IwAR2_Fb.c-l",
    ttclid: "E.C.P.tt",
    ScCid: "sc-1",
    gclid: "Cj0K",
    gbraid: "0AAA",
    wbraid: "Cj8K",
  };
  const utm = {
    utm_source: "instagram",
    utm_medium: "story",
    utm_campaign: "spring sale",
    utm_term: "a+b",
    utm_content: "ñ",
  };
  const pageUrl = `https://forms.example.com/optin/x?${new URLSearchParams({ ...clickIds, ...utm })}`;
  const cookie = "_fbc=fb.1.1763400000000.AbC; _fbp=fb.1.1763400000000.111; _ttp=tt-P; _scid=sc-U; other=1";
  const attribution = {
    pageUrl,
    referrer: "https://www.instagram.com/some/story",
    source: "instagram",
    fbclid: clickIds.fbclid,
    ttclid: clickIds.ttclid,
    scCid: clickIds.ScCid,
    gclid: clickIds.gclid,
    gbraid: clickIds.gbraid,
    wbraid: clickIds.wbraid,
    utmSource: utm.utm_source,
    utmMedium: utm.utm_medium,
    utmCampaign: utm.utm_campaign,
    utmTerm: utm.utm_term,
    utmContent: utm.utm_content,
  };

  test("click ids, campaign, referrer, address, browser, device and our page's cookies are stored unchanged", async () => {
    const form = await createForm();
    const formToken = issueFormToken("page", Date.now() - 10 * 60_000);
    const { json } = await site.submit(
      form,
      { pageUrl, referrer: attribution.referrer, formToken },
      {
        cookie,
        headers: {
          "sec-fetch-site": "same-origin",
          "user-agent": "Mozilla/5.0 (iPhone; ü)",
          "x-device-id": "device-header",
          "x-device-fingerprint": "print-1",
        },
      },
    );
    const row = await stored(json.submissionId);
    expect(row).toMatchObject({
      ...attribution,
      fbc: "fb.1.1763400000000.AbC",
      fbp: "fb.1.1763400000000.111",
      ttp: "tt-P",
      scid: "sc-U",
      ip: "127.0.0.1",
      deviceId: "device-header",
      deviceFingerprint: "print-1",
    });
    expect(row.userAgent).toContain("iPhone");
    expect(row.clickSeenAt).toEqual(row.createdAt);
  });

  test("a submission from a foreign page leaves out the visitor's cookies here", async () => {
    const form = await createForm();
    const { json } = await site.submit(
      form,
      { pageUrl, formToken: issueFormToken("page") },
      { cookie, headers: { origin: "https://elsewhere.example", "sec-fetch-site": "cross-site" } },
    );
    expect(await stored(json.submissionId)).toMatchObject({ fbclid: clickIds.fbclid, fbc: null, fbp: null });
  });

  describe("the claim of a program with its key or token", () => {
    const connection = {
      cookie,
      headers: {
        referer: "https://crm.example/",
        "user-agent": "python-requests/2.31",
        "x-device-id": "device-of-the-program",
        "x-device-fingerprint": "print-of-the-program",
      },
    };
    const nothing = { ip: null, userAgent: null, referrer: null, deviceFingerprint: null };

    test("has what its body says of the visitor", async () => {
      const form = await createForm();
      const said = {
        ip: "81.2.69.142",
        userAgent: "Mozilla/5.0 (iPhone)",
        fbc: "fb.1.1763400000000.IwAR",
        fbp: "fb.1.1763400000000.222",
        ttp: "tt-V",
        scid: "sc-V",
        referrer: "https://www.instagram.com/p/1",
        deviceId: "device-of-the-visitor",
      };
      const { token } = await signInAs(form.owner);
      const { status, json } = await site.submit(form, said, { token, ...connection });
      expect(status).toBe(201);
      expect(await stored(json.submissionId)).toMatchObject({ ...said, deviceFingerprint: null });
    });

    test("has nothing of the calling server where the body says nothing", async () => {
      const form = await createForm();
      const { token } = await signInAs(form.owner);
      const { json } = await site.submit(form, {}, { token, ...connection });
      const none = { ...nothing, deviceId: null, fbc: null, fbp: null, ttp: null, scid: null };
      expect(await stored(json.submissionId)).toMatchObject(none);
    });

    test.each([
      ["ip", "81.2.69"],
      ["ip", "crm.example"],
      ["ip", "fe80::1%eth0"],
      ["userAgent", "x".repeat(513)],
      ["fbc", "x".repeat(601)],
      ["fbp", "x".repeat(201)],
    ])("is refused with %s %s", async (field, value) => {
      const form = await createForm();
      const { token } = await signInAs(form.owner);
      const { status, json } = await site.submit(form, { [field]: value }, { token });
      expect([status, json.details.map((detail: { field: string }) => detail.field)]).toEqual([400, [field]]);
      if (field === "ip") expect(json.error).toBe(messages.fields.ipShape);
    });

    test("keeps an address that is not public to itself", async () => {
      const form = await createForm();
      await connectMeta(form.owner);
      const { token } = await signInAs(form.owner);
      const { json } = await site.submit(form, { ip: "10.0.0.6", userAgent: "Mozilla/5.0" }, { token });
      const { attribution, matchQuality } = (await site.read(token, json.submissionId)).json;
      expect(attribution.ip).toBe("10.0.0.6");
      // Email 30, phone 20, country 5: an address that is not sent counts for nothing.
      expect(matchQuality[0].score).toBe(55);
      await site.decide(token, json.submissionId, { status: "handled", amount: "250.00", currency: "EUR" });
      expect(site.sandbox.events()[0]?.body).toMatchObject({
        user_data: { client_user_agent: "Mozilla/5.0" },
      });
      expect(site.sandbox.events()[0]?.body).not.toHaveProperty("user_data.client_ip_address");
    });
  });

  test("the address and browser of anybody else are the connection's, whatever the body says", async () => {
    const form = await createForm();
    const { json } = await site.submit(form, { ip: "81.2.69.142", userAgent: "Other", fbp: "fb.1.1.1" });
    const row = await stored(json.submissionId);
    expect(row).toMatchObject({ ip: "127.0.0.1", fbp: null });
    expect(row.userAgent).not.toBe("Other");
  });

  test("the source is the referring site if no campaign is given", async () => {
    const form = await createForm();
    const { json } = await site.submit(form, { referrer: "https://www.youtube.com/watch?v=1" });
    expect(await stored(json.submissionId)).toMatchObject({ source: "youtube" });
    await expectTotalsToBeTrue();
  });

  test("the referrer is no form of ours, whoever names it", async () => {
    const form = await createForm();
    const referrer = `http://localhost:0/optin/${form.slug}/mine/token`;
    const { json } = await site.submit(form, { referrer });
    expect(await stored(json.submissionId)).toMatchObject({ referrer: null, source: null });
  });

  test("the device id has visible characters only, in the body as in the header", async () => {
    const form = await createForm();
    const { status, json } = await site.submit(form, { deviceId: "a device" });
    expect([status, json.details[0].field]).toEqual([400, "deviceId"]);
  });

  test.each(["javascript:alert(1)", "ftp://example.com/", "not an address"])(
    "a page that is none is not stored: %s",
    async (url) => {
      const form = await createForm();
      const { json } = await site.submit(form, { pageUrl: url, referrer: url });
      expect(await stored(json.submissionId)).toMatchObject({ pageUrl: null, referrer: null, source: null });
    },
  );

  test.each(["x".repeat(513), "%00"])(
    "an impossible click id is left out, and the rest stays: %s",
    async (fbclid) => {
      const form = await createForm();
      const pageUrl = `https://example.com/?fbclid=${fbclid}&gclid=g1`;
      const { json } = await site.submit(form, { pageUrl });
      expect(await stored(json.submissionId)).toMatchObject({ pageUrl, fbclid: null, gclid: "g1" });
    },
  );
});

describe("GET /api/optin/{slug}", () => {
  test("GET /api/optin/{slug} is not sent again while the form is the same, although each response has its own token", async () => {
    const form = await createForm();
    const read = (etag = "") =>
      site.send(`/api/optin/${form.slug}`, { headers: etag ? { "if-none-match": etag } : {} });
    const [first, second] = [await read(), await read()];
    expect(first.json.formToken).not.toBe(second.json.formToken);
    const etag = first.headers.get("etag") ?? "";
    const again = await read(etag);
    expect([again.status, again.text, again.headers.get("etag")]).toEqual([304, "", etag]);
    await form.row.update({ title: "Another title" });
    await eventually(async () => expect((await read(etag)).status).toBe(200));
  });

  test("GET /api/optin/{slug} shows what the page needs, a token, and nothing of the owner's account", async () => {
    const form = await createForm({ facebookPixelId: "1029384756" });
    await connectMeta(form.owner, { accessToken: "sandbox-very-secret" });
    const { status, json, text, headers } = await site.send(`/api/optin/${form.slug}`);
    expect(status).toBe(200);
    expect(json).toEqual({
      formKey: expect.stringMatching(/^[0-9a-f]{12}$/),
      look: { accentColor: null, theme: "automatic" },
      slug: form.slug,
      language: "en",
      languages: ["en"],
      ownerName: form.owner.name,
      logo: null,
      title: form.row.title,
      introduction: null,
      action: "deposit",
      amountField: "optional",
      askAmount: true,
      currency: "EUR",
      phoneCountry: null,
      consentText: form.row.consentText,
      consentVersion: 1,
      allowRepeat: false,
      successMessage: null,
      privacyUrl: null,
      privacyText: null,
      redirectUrl: null,
      platforms: form.platforms.map(({ id, name, icon }) => ({ id, name, icon, accountNumber: null })),
      facebookPixelId: "1029384756",
      telegramHref: null,
      formToken: expect.stringMatching(/^c[\w-]+\.[\w-]+$/),
    });
    const { id, email, username } = form.owner;
    for (const secret of [id, email, username, form.id, "very-secret"]) expect(text).not.toContain(secret);
    expect(headers.get("access-control-allow-origin")).toBe("*");
  });

  test("GET /api/optin/{slug} shows platforms in the form's order, active ones only", async () => {
    const owner = await createOwner();
    const [a, b, c, d] = await createPlatforms(4, { owner });
    if (!a || !b || !c || !d) throw new Error("four platforms");
    await b.update({ isActive: false });
    await c.update({ archivedAt: new Date() });
    const form = await createForm({ owner, platforms: [d, c, b, a] });
    const { json } = await site.send(`/api/optin/${form.slug}`);
    expect(json.platforms.map(({ id }: { id: string }) => id)).toEqual([d.id, a.id]);
  });

  test("GET /api/optin/{slug} is a 404 for a form that is not there or not published", async () => {
    const off = await createForm({ isActive: false });
    for (const slug of [off.slug, "nobody-here"]) {
      const { status, json } = await site.send(`/api/optin/${slug}`);
      expect([status, json.code]).toEqual([404, "not_found"]);
    }
    expect(await User.count()).toBe(1);
  });
});
