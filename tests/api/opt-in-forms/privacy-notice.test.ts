import { describe, expect, test } from "vitest";
import { OptInForm } from "#app/models/index.server.ts";
import { textsIn } from "#app/schemas/languages/index.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { createPrivateToken } from "#app/services/submissions/private-links.server.ts";
import { createForm, type Form, signInAs, submitForm } from "../../factories/index.ts";
import { plainText, readAttributes, readText } from "../../support/html.ts";
import { serveSite } from "../../support/site.ts";

const site = serveSite();
const sentences = messages.formSettings;
const ADDRESS = "https://casa.example/privacy";
const TEXT = "We keep your email\nfor a year. <b>No more.</b>";
const TEXTS = { privacyText: TEXT, texts: { es: { privacyText: "Guardamos su correo." } } };

async function stage(settings: object = { title: "" }) {
  const form = await createForm({
    languages: JSON.stringify({ default: "en", enabled: ["en", "es", "de"], automatic: true }),
  });
  const { token, cookie } = await signInAs(form.owner);
  const change = (json: object) => site.send("/api/optin-settings", { method: "PUT", token, json });
  expect((await change(settings)).status).toBe(200);
  const open = (query = "", headers = {}) => site.send(`/optin/${form.slug}${query}`, { headers });
  const read = (query = "", headers = {}) => site.send(`/optin/${form.slug}/privacy${query}`, { headers });
  return { form, token, cookie, change, open, read };
}

const noticeOf = (html: string) => readAttributes(html, "a", { class: "notice" });
const label = (language: "en" | "es", { row }: Form) => textsIn(language).form.privacyNotice(row.ownerName);

async function privatePageOf(form: Form) {
  const { id } = await submitForm(form);
  return site.send(`/optin/${form.slug}/mine/${createPrivateToken(id)}`);
}

describe("the privacy notice of a form's owner", () => {
  test("at an address of theirs is linked by the form and the private page, in a tab of its own", async () => {
    const { form, open, read } = await stage({ privacyUrl: ADDRESS, ...TEXTS });
    for (const { text } of [await open("?lang=es"), await privatePageOf(form)])
      expect(noticeOf(text)).toMatchObject({ href: ADDRESS, target: "_blank" });
    expect(plainText((await open("?lang=es")).text)).toContain(label("es", form));
    // Whoever has an earlier link is led there.
    const { status, headers } = await read("?lang=es");
    expect([status, headers.get("location")]).toEqual([302, ADDRESS]);
  });

  test("as a text has a page in the visitor's language, and no form has its text", async () => {
    const { form, open, read } = await stage(TEXTS);
    const shown = (await open("?lang=es")).text;
    expect(noticeOf(shown).href).toBe(`/optin/${form.slug}/privacy?lang=es`);
    expect(shown).not.toContain("Guardamos");
    expect(noticeOf((await privatePageOf(form)).text).href).toBe(`/optin/${form.slug}/privacy?lang=en`);

    const spanish = await read("?lang=es", { "accept-language": "en" });
    expect([spanish.status, readAttributes(spanish.text, "html").lang]).toEqual([200, "es"]);
    expect(readText(spanish.text, "h1")).toBe(label("es", form));
    expect(spanish.text).toContain("Guardamos su correo.");
    expect(readAttributes(spanish.text, "script")).toEqual({});
    const english = await read("", { "accept-language": "en" });
    expect(english.text).toContain("We keep your email\nfor a year. &lt;b&gt;No more.&lt;/b&gt;");
    // Its owner has not written it in German.
    expect((await read("?lang=de")).text).toContain("We keep your email");
  });

  test("stays readable while the form is closed, and is gone with the text", async () => {
    const { form, change, open, read } = await stage(TEXTS);
    await OptInForm.update({ isActive: false }, { where: { id: form.id } });
    expect((await open()).status).toBe(404);
    expect((await read()).status).toBe(200);
    await change({ isActive: true, privacyText: "", texts: { es: { privacyText: "" } } });
    for (const query of ["?lang=en", "?lang=es"]) {
      expect(noticeOf((await open(query)).text)).toEqual({});
      expect((await read(query)).status).toBe(404);
    }
    expect((await site.send("/optin/no-such-form/privacy")).status).toBe(404);
  });

  test("is in the settings, the public view in its language, the owner's export and the copy of a form", async () => {
    const { form, token, open } = await stage({ privacyUrl: ADDRESS, ...TEXTS });
    await form.owner.workspace.update({ subscriptionPlan: "agency" });
    const get = async (path: string) => (await site.send(path, { token })).json;
    const { settings } = await get("/api/optin-settings");
    expect(settings).toMatchObject({ privacyUrl: ADDRESS, ...TEXTS });
    expect((await get(`/api/forms/${form.id}`)).form).toMatchObject({ privacyUrl: ADDRESS, ...TEXTS });
    expect(await get(`/api/optin/${form.slug}?lang=es`)).toMatchObject({
      privacyUrl: ADDRESS,
      privacyText: TEXTS.texts.es.privacyText,
    });
    expect(await get(`/api/optin-settings/${form.slug}`)).toMatchObject({ privacyText: TEXT });
    expect(JSON.stringify(await get("/api/user/export"))).toContain(JSON.stringify(TEXT));
    const copied = await site.send("/api/forms", { method: "POST", token, json: { copyOf: form.id } });
    expect(copied.json.form).toMatchObject({ privacyUrl: ADDRESS, ...TEXTS });
    expect((await open()).text).not.toContain(TEXT);
  });

  test("has a public https address, at most 10,000 characters, and nothing that hides", async () => {
    const { change } = await stage();
    for (const privacyUrl of [
      "http://casa.example/privacy",
      "javascript:alert(1)",
      "casa.example",
      "https://127.0.0.1/privacy",
      "https://a:b@casa.example/",
    ]) {
      const { status, json } = await change({ privacyUrl });
      expect([privacyUrl, status, json.errors]).toEqual([
        privacyUrl,
        400,
        [{ field: "privacyUrl", message: sentences.privacyUrlShape }],
      ]);
    }
    expect((await change({ privacyText: "x".repeat(10_000) })).status).toBe(200);
    for (const [privacyText, message] of [
      ["x".repeat(10_001), sentences.privacyLong],
      ["a\u202eb", messages.fields.plainText],
      ["{adPlatforms}", sentences.placeholderElsewhere],
    ])
      expect((await change({ privacyText })).json.errors).toEqual([{ field: "privacyText", message }]);
    expect((await change({ texts: { es: { privacyText: "x".repeat(10_001) } } })).status).toBe(400);
  });

  test("that other languages lack is told to its owner, unless an address stands for all", async () => {
    const { change } = await stage();
    const title = { title: "", introduction: null };
    const missing = async (json: object) => (await change({ ...title, ...json })).json.settings.missingTexts;
    const isTold = async (json: object) =>
      (await missing(json)).some(({ texts }: { texts: string[] }) => texts.includes("privacyText"));
    expect(await isTold(TEXTS)).toBe(true);
    expect(await isTold({ texts: { de: { privacyText: "Ein Jahr." } } })).toBe(false);
    expect(await isTold({ texts: { de: { privacyText: "" } } })).toBe(true);
    expect(await isTold({ privacyUrl: ADDRESS })).toBe(false);
  });

  test("is saved in all languages at once by the page, however long it is", async () => {
    const form = await createForm();
    const { cookie } = await signInAs(form.owner);
    const codes = ["ru", "uk", "hi", "th", "ja", "zh"] as const;
    const long = "п".repeat(10_000);
    const fields = new URLSearchParams({
      intent: "save",
      tab: "languages",
      version: "1",
      "languages.default": "en",
      "languages.automatic": "yes",
      ...Object.fromEntries(codes.map((code) => [`texts.${code}.privacyText`, long])),
    });
    for (const code of codes) fields.append("languages.enabled", code);
    expect(fields.toString().length).toBeGreaterThan(300_000);
    const questions = {
      intent: "save",
      tab: "questions",
      amountField: "optional",
      consentText: form.row.consentText,
      textsLanguage: "en",
      privacyText: TEXT,
    };
    const headers = { "sec-fetch-site": "same-origin" };
    const post = (to: string, form: URLSearchParams | Record<string, string>) =>
      site.send(`/dashboard/optin-settings${to}`, { cookie, headers, form });
    const preview = await post("/preview", { ...questions, version: "1" });
    expect([preview.status, noticeOf(preview.text).target]).toEqual([200, "_blank"]);
    expect((await post("/languages", fields)).status).toBe(303);
    expect((await post("/questions", { ...questions, version: "2" })).status).toBe(303);
    // The page that was open before is told what it would replace.
    await form.row.update({ privacyUrl: ADDRESS });
    const late = plainText((await post("/questions", { ...questions, version: "2" })).text);
    expect(late).toContain(`Address of your privacy notice ${ADDRESS}`);
    const { privacyText, texts } = await form.row.reload();
    expect(privacyText).toBe(TEXT);
    expect(JSON.parse(texts ?? "").ja.privacyText).toBe(long);
  });
});
