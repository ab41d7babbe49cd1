import { describe, expect, test } from "vitest";
import { PastConsentText, Submission } from "#app/models/index.server.ts";
import { textsIn } from "#app/schemas/languages/index.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { starterTexts } from "#app/services/form-settings/starter-form.server.ts";
import { issueFormToken } from "#app/services/opt-in-forms/form-tokens.server.ts";
import { createPrivateToken } from "#app/services/submissions/private-links.server.ts";
import { createForm, type Form, optInBody, signInAs, submitForm } from "../../factories/index.ts";
import { readAttributes, readText } from "../../support/html.ts";
import { serveSite } from "../../support/site.ts";

const site = serveSite();
const es = textsIn("es");

async function stage(settings: object = { languages: { default: "en", enabled: ["en", "es"] } }) {
  const form = await createForm();
  const { token } = await signInAs(form.owner);
  const change = async (body: object) => {
    const response = await site.send("/api/optin-settings", { method: "PUT", token, json: body });
    expect(response.text).not.toContain('"code"');
    return response.json as { settings: Record<string, never> };
  };
  await change({ ...starterTexts(form.row.ownerName), ...settings });
  const open = (query = "", acceptLanguage = "de, es-MX;q=0.8, en;q=0.5") =>
    site.send(`/optin/${form.slug}${query}`, { headers: { "accept-language": acceptLanguage } });
  return { form, token, change, open };
}

const languageOf = (html: string) => readAttributes(html, "html").lang;
const submit = (form: Form, body: object) =>
  site.send(`/api/optin/${form.slug}/submit`, { json: { ...optInBody(form), ...body } });

describe("the language of a form", () => {
  test("is the best of the browser's that its owner switched on, else the main one", async () => {
    const { open } = await stage();
    const spanish = await open();
    expect(languageOf(spanish.text)).toBe("es");
    expect(spanish.headers.get("vary")).toContain("Accept-Language");
    expect(readText(spanish.text, "button")).toBe(es.actions.deposit.button);
    expect(languageOf((await open("", "de, fr")).text)).toBe("en-US");
    expect(languageOf((await open("", "es;q=0, en")).text)).toBe("en-US");
    expect(languageOf((await open("", "ja, *;q=0.5")).text)).toBe("en-US");
    expect(languageOf((await open("", "")).text)).toBe("en-US");
  });

  test("is not Simplified Chinese for readers of Traditional, and Indonesian under its old code too", async () => {
    const { open } = await stage({ languages: { default: "es", enabled: ["en", "es", "zh", "id"] } });
    const shown = async (acceptLanguage: string) => languageOf((await open("", acceptLanguage)).text);
    for (const traditional of [
      "zh-TW,zh;q=0.9,en;q=0.7",
      "zh-HK, en",
      "zh-Hant-HK;q=1, zh;q=0.5, en-US;q=0.1",
    ])
      expect(await shown(traditional)).toBe("en-US");
    for (const none of ["zh-Hant", "zh-MO"]) expect(await shown(none)).toBe("es");
    for (const simplified of ["zh-CN,zh;q=0.9,en;q=0.7", "zh", "zh-TW, zh-CN;q=0.9, en;q=0.1"])
      expect(await shown(simplified)).toBe("zh-Hans");
    for (const indonesian of ["in-ID,in;q=0.9,en;q=0.7", "id", "en;q=0.5, in"])
      expect(await shown(indonesian)).toBe("id");
  });

  test("is the one that a link asks for, if the form has it", async () => {
    const { open } = await stage();
    expect(languageOf((await open("?fbclid=x&lang=ES", "en")).text)).toBe("es");
    expect(languageOf((await open("?lang=xx&lang=es-MX", "en")).text)).toBe("es");
    for (const query of ["?lang=xx", "?lang=de", "?lang=", "?lang=es%20", "?slang=en"])
      expect(languageOf((await open(query)).text)).toBe("es");
  });

  test("is the main one where the owner does not let the browser decide", async () => {
    const { open } = await stage({ languages: { default: "en", enabled: ["es"], automatic: false } });
    expect(languageOf((await open()).text)).toBe("en-US");
    expect(languageOf((await open("?lang=es")).text)).toBe("es");
  });

  test("is offered by a button beside the form, and one without others has none and in English does not vary", async () => {
    const { open } = await stage();
    expect(readAttributes((await open("", "en")).text, "button", { name: "lang" }).value).toBe("es");
    const { open: openOne } = await stage({ languages: { default: "es", enabled: [] } });
    const { text, headers } = await openOne("?lang=en", "en");
    expect(languageOf(text)).toBe("es");
    expect(text).not.toContain('name="lang"');
    expect(headers.get("vary")).toContain("Accept-Language");
    const { open: openEnglish } = await stage({ languages: { default: "en", enabled: [] } });
    expect((await openEnglish()).headers.get("vary") ?? "").not.toContain("Accept-Language");
  });

  test("has the amounts of the browser's region in its texts", async () => {
    const { open } = await stage();
    const shapeOf = async (header: string) =>
      readAttributes((await open("?lang=es", header)).text, "input", { name: "amount" })["data-msg-shape"];
    expect(await shapeOf("es-ES,es")).toContain("250,00");
    expect(await shapeOf("es-MX,es")).toContain("250.00");
  });
});

test.each(["ä", "€", "ไ", "😀"])(
  "a page cuts no character such as %s, wherever it stands",
  async (character) => {
    const { open, change } = await stage();
    // React writes a page in pieces of some kilobytes.
    const introduction = `x${character.repeat(490)}`;
    const successMessage = `xy${character.repeat(240)}`;
    await change({ introduction, successMessage, consentText: `xyz${character.repeat(480)}` });
    const [english, spanish] = [await open("?lang=en"), await open("?lang=es")];
    for (const { text } of [english, spanish]) expect(text).not.toMatch(/[\0\uFFFD]/);
    expect(english.text).toContain(introduction);
  },
);

describe("the owner's texts", () => {
  test("come in a new language where nobody edited them, and else in the main one until they are written", async () => {
    const { open, change } = await stage();
    expect(readText((await open()).text, "h1")).toBe(es.actions.deposit.title);
    await change({ title: "Claim your VIP bonus", texts: { es: { title: "" } } });
    expect(readText((await open()).text, "h1")).toBe("Claim your VIP bonus");
    await change({ texts: { es: { title: "Pide tu bono VIP" } } });
    expect(readText((await open()).text, "h1")).toBe("Pide tu bono VIP");
    expect(readText((await open("", "en")).text, "h1")).toBe("Claim your VIP bonus");
  });

  test("stay with their language when another one becomes the main one", async () => {
    const { open, change } = await stage();
    await change({ title: "Claim your bonus", texts: { es: { title: "Pide tu bono" } } });
    const { settings } = await change({ languages: { default: "es", enabled: ["en", "es"] } });
    expect(settings).toMatchObject({ title: "Pide tu bono", texts: { en: { title: "Claim your bonus" } } });
    expect(readText((await open("", "en")).text, "h1")).toBe("Claim your bonus");
    expect(readText((await open("", "fr")).text, "h1")).toBe("Pide tu bono");
  });

  test("follow another action in all languages, except those that were edited", async () => {
    const { open, change } = await stage();
    await change({ texts: { es: { title: "Mi título" } } });
    await change({ action: "purchase" });
    const { text } = await open();
    expect(readText(text, "h1")).toBe("Mi título");
    expect(text).toContain("comprueba cada compra");
  });

  test("follow another name of their owner, and still come in a new language", async () => {
    const { change } = await stage();
    await change({ ownerName: "Casa Iria" });
    const { settings } = await change({ languages: { default: "en", enabled: ["en", "de"] } });
    const { introduction, consentText } = starterTexts("Casa Iria", "deposit", "de");
    expect(settings).toMatchObject({
      introduction: starterTexts("Casa Iria").introduction,
      texts: { de: { introduction, consentText } },
    });
  });

  test("of a window that was open before another one saved are refused, with what the other one saved", async () => {
    const { form, change } = await stage();
    const { cookie } = await signInAs(form.owner);
    const { settings } = await change({ texts: { es: { title: "Pide tu bono" } } });
    const path = "/dashboard/optin-settings/languages";
    const save = (version: number) => {
      const body = new URLSearchParams({
        intent: "save",
        tab: "languages",
        version: `${version}`,
        textsLanguage: "en",
        "languages.default": "en",
        "languages.automatic": "yes",
        "texts.es.title": "Confirma",
      });
      for (const code of ["en", "es"]) body.append("languages.enabled", code);
      return site.send(path, { cookie, form: body, headers: { "sec-fetch-site": "same-origin" } });
    };
    const { status, text } = await save(Number(settings.version) - 1);
    expect(status).toBe(409);
    expect(text).toContain(messages.formSettings.changed);
    expect(text).toContain("es: Pide tu bono");
    expect((await site.send(path, { cookie })).text).toContain('value="Pide tu bono"');
    expect((await save(Number(settings.version))).status).toBe(303);
    expect((await site.send(path, { cookie })).text).toContain('value="Confirma"');
  });

  test("a consent that was narrowed stays narrow while only a translation is added", async () => {
    const { change } = await stage();
    await change({ consentText: "Only Meta", consentCovers: ["meta"], texts: { es: { consentText: "" } } });
    const { settings } = await change({ texts: { es: { consentText: "Solo Meta" } } });
    expect(settings).toMatchObject({ consentCovers: ["meta"], consentText: "Only Meta" });
    const unnamed = await change({ consentText: "Others" });
    expect(unnamed.settings).toMatchObject({ consentCovers: null });
    // A text that names where the form sends says it by itself.
    const named = await change({ consentText: "Meta and others" });
    expect(named.settings).toMatchObject({ consentCovers: ["meta"] });
  });

  test("the text of another main language is no text that an open page has shown", async () => {
    const { form, change } = await stage({ languages: { default: "en", enabled: ["en", "es", "de"] } });
    const texts = { es: { consentText: "" }, de: { consentText: "Ich stimme zu." } };
    const { settings } = await change({ consentText: "I agree to it.", consentCovers: "all", texts });
    await change({ languages: { default: "de", enabled: ["en", "es", "de"] } });
    const { consentVersion } = settings;
    const seenIn = async (language: string | undefined, email: string) => {
      const { json } = await submit(form, { language, consentVersion, email });
      return (await Submission.findByPk(json.submissionId))?.consentText;
    };
    expect([
      await seenIn("es", "a@example.com"),
      await seenIn(undefined, "b@example.com"),
      await seenIn("de", "c@example.com"),
    ]).toEqual(["I agree to it.", "I agree to it.", "Ich stimme zu."]);
  });

  test("a main language without its own texts shows those that it showed before", async () => {
    const { change } = await stage();
    await change({
      consentText: "My own text",
      successMessage: "See you",
      texts: { es: { consentText: "" } },
    });
    const { settings } = await change({ languages: { default: "es", enabled: ["en", "es"] } });
    expect(settings).toMatchObject({ consentText: "My own text", successMessage: "See you" });
  });

  test("a consent that is missing in a language of the form, or is another language's, is told to its owner", async () => {
    const { change } = await stage();
    const missing = async (body: object) => (await change(body)).settings.missingTexts;
    expect(await missing({ languages: { default: "en", enabled: ["en", "es"] } })).toEqual([]);
    const own = { title: "Get it", introduction: null, consentText: "I agree." };
    const spanish = (texts: string[]) => [{ language: "es", texts }];
    expect(await missing({ ...own, texts: { es: { title: "", consentText: "" } } })).toEqual(
      spanish(["title", "consentText"]),
    );
    expect(await missing({ texts: { es: { consentText: "Acepto." } } })).toEqual(spanish(["title"]));
    expect(await missing({ languages: { default: "de", enabled: ["de"] } })).toEqual([
      { language: "de", texts: ["consentText"] },
    ]);
    expect(await missing({ consentText: "Ich stimme zu." })).toEqual([]);
  });

  test("a consent text in any language has a version, which keeps all of them", async () => {
    const { form, change, open } = await stage();
    const before = await open();
    const { value: version = "" } = readAttributes(before.text, "input", { name: "consentVersion" });
    await change({ consentCovers: "all", texts: { es: { consentText: "Acepto lo nuevo." } } });
    const past = await PastConsentText.findOne({ where: { formId: form.id, version: Number(version) } });
    expect(JSON.parse(past?.texts ?? "")).toMatchObject({ es: expect.stringContaining("Acepto que") });
    const late = await submit(form, { language: "es", consentVersion: Number(version) });
    const now = await submit(form, { language: "es", email: "now@example.com" });
    const [first, second] = await Promise.all(
      [late, now].map(({ json }) => Submission.findByPk((json as { submissionId: string }).submissionId)),
    );
    expect([first?.language, first?.consentText.slice(0, 10)]).toEqual(["es", "Acepto que"]);
    expect([second?.consentText, second?.consentVersion]).toEqual(["Acepto lo nuevo.", Number(version) + 1]);
  });
});

describe("a submission", () => {
  test("with a language gets its errors in it, with the same code, and without one in English", async () => {
    const { form } = await stage();
    const wrong = { email: "no", phone: "12", consent: false };
    const [spanish, english, unknown, number] = await Promise.all(
      ["es", undefined, "xx", 5].map((language) => submit(form, { ...wrong, language })),
    );
    expect(spanish?.json).toMatchObject({ code: "validation_failed", error: es.errors.emailShape });
    const { emailShape, phoneShape, consentRequired } = es.errors;
    expect(spanish?.json).toMatchObject({
      details: [emailShape, phoneShape, consentRequired].map((message) => ({ message })),
    });
    expect(english?.json).toMatchObject({ error: textsIn("en").errors.emailShape });
    for (const other of [unknown, number])
      expect(other?.json).toMatchObject({ error: textsIn("en").errors.emailShape });
    await submit(form, { language: "es", email: "twice@example.com", amount: "90" });
    const again = await submit(form, { language: "es", email: "twice@example.com" });
    expect(again.json).toMatchObject({ code: "duplicate_email", error: es.errors.duplicate });
  });

  test("in a language that was switched off meanwhile is kept, with the text that its visitor saw", async () => {
    const { form, change } = await stage();
    await change({ languages: { default: "en", enabled: ["en"] } });
    const { status, json } = await submit(form, { language: "es", amount: "1250.5", currency: "EUR" });
    expect([status, (json as { recorded: object }).recorded]).toEqual([
      201,
      expect.objectContaining({ confirmed: "Depósito de 1250,50\u00a0€" }),
    ]);
  });

  test("of the page without script is refused and thanked in the page's language", async () => {
    const { form } = await stage();
    const { consent: _, ...typed } = optInBody(form) as Record<string, string>;
    const post = (fields: Record<string, string>) =>
      site.send(`/optin/${form.slug}?lang=es`, {
        form: { ...typed, language: "es", website: "", formToken: issueFormToken("page"), ...fields },
        headers: { "sec-fetch-site": "same-origin" },
      });
    const { status, text } = await post({});
    expect([status, readText(text, "title")]).toEqual([400, expect.stringMatching(/^Error: /)]);
    expect(text).toContain(es.errors.consentRequired);
    expect(text).toContain(es.form.problems(1));
    const { headers } = await post({ consent: "on" });
    const thanks = await site.send(headers.get("location") ?? "");
    expect([languageOf(thanks.text), readText(thanks.text, "h1")]).toEqual(["es", es.thanks.heading]);
  });

  test("is shown by a button that keeps what was typed and stores nothing", async () => {
    const { form } = await stage();
    const typed = {
      ...(optInBody(form) as Record<string, string>),
      consent: "on",
      email: "kept@example.com",
    };
    const press = (lang: string, language: string, more = {}) =>
      site.send(`/optin/${form.slug}?fbclid=x`, {
        form: { ...typed, language, lang, website: "", formToken: issueFormToken("page"), ...more },
        headers: { "sec-fetch-site": "same-origin", "accept-language": "en" },
      });
    const { status, text } = await press("es", "en");
    expect([status, languageOf(text), readText(text, "title")]).toEqual([
      200,
      "es",
      expect.not.stringMatching(/^Error/),
    ]);
    expect(readAttributes(text, "input", { name: "email" }).value).toBe("kept@example.com");
    // Nobody ticked the Spanish text.
    expect("checked" in readAttributes(text, "input", { name: "consent" })).toBe(false);
    expect(await Submission.count()).toBe(0);
    // The form goes on in the language that it shows, whatever the browser's.
    expect(languageOf((await press("", "es", { email: "" })).text)).toBe("es");
  });

  test("has a private page in its own language, also where the form's is another one", async () => {
    const { form, change } = await stage();
    const { id } = await submitForm(form, { language: "es" });
    const path = `/optin/${form.slug}/mine/${createPrivateToken(id)}`;
    await change({ languages: { default: "en", enabled: ["en"] } });
    const { text } = await site.send(path, { headers: { "accept-language": "en" } });
    expect([languageOf(text), readText(text, "h1")]).toEqual(["es", es.mine.isRecorded]);
    expect(readAttributes(text, "meta", { name: "description" }).content).toBe(es.thanks.linkShows);
    const refused = await site.send(path, {
      form: { intent: "account", reference: "x".repeat(101) },
      headers: { "sec-fetch-site": "same-origin" },
    });
    expect(refused.text).toContain(es.errors.accountLong);
    await site.send(path, { form: { intent: "withdraw" }, headers: { "sec-fetch-site": "same-origin" } });
    expect((await site.send(path)).text).toContain(`href="/optin/${form.slug}?lang=es"`);
  });
});

test("a private link that leads nowhere says so in a language that the browser reads", async () => {
  const { form } = await stage();
  const path = `/optin/${form.slug}/mine/nobody-has-this`;
  const { text, status } = await site.send(path, { headers: { "accept-language": "es" } });
  expect([status, languageOf(text), readText(text, "h1")]).toEqual([404, "es", es.errors.gone]);
  expect(languageOf((await site.send(`${path}?lang=ar`)).text)).toBe("ar");
});

test("a country that the language of the page names alone is no choice of the visitor's", async () => {
  const { form, change } = await stage({ languages: { default: "pt-BR", enabled: [] } });
  await change({ phoneCountry: null });
  const { consent, ...typed } = optInBody(form) as Record<string, string>;
  const post = (fields: Record<string, string>) =>
    site.send(`/optin/${form.slug}`, {
      form: { ...typed, consent: "on", website: "", formToken: issueFormToken("page"), ...fields },
      headers: { "sec-fetch-site": "same-origin", "accept-language": "pt-PT" },
    });
  const portuguese = { phone: "912 345 678", phoneCountry: "BR" };
  expect((await post(portuguese)).status).toBe(303);
  expect((await Submission.findOne({ where: { formId: form.id } }))?.phone).toBe("+351912345678");
  const other = { ...portuguese, phoneCountry: "DK", email: "other@example.com" };
  expect((await post(other)).status).toBe(400);
});

test("the links to share have the standard title in the form's main language", async () => {
  const { form, change } = await stage({ languages: { default: "es", enabled: [] } });
  await change({ title: "" });
  const { cookie } = await signInAs(form.owner);
  const { text } = await site.send("/dashboard/optin-settings/share/site", { cookie });
  expect(text).toContain(es.actions.deposit.title);
});

test("a form that is closed or not ready speaks of what its visitors confirm, in its language", async () => {
  const { form, change } = await stage({ languages: { default: "de", enabled: [] } });
  const advice = (action: "deposit" | "purchase" | "subscription") => textsIn("de").actions[action].justDone;
  const read = async () => (await site.send(`/optin/${form.slug}`)).text;
  await change({ isActive: false, action: "purchase" });
  expect(await read()).toContain(advice("purchase"));
  await change({ action: "subscription" });
  expect(await read()).toContain(advice("subscription"));
  await change({ isActive: true, action: "purchase", selectedPlatforms: [] });
  const notReady = await read();
  expect(notReady).toContain(advice("purchase"));
  expect(notReady).not.toContain(advice("deposit"));
});

test("a missing form answers in a language that the browser reads", async () => {
  for (const [code, locale] of [
    ["uk", "uk"],
    ["zh", "zh-Hans"],
  ] as const) {
    const gone = await site.send("/optin/nobody-has-this", { headers: { "accept-language": code } });
    expect([languageOf(gone.text), readText(gone.text, "h1")]).toEqual([locale, textsIn(code).errors.gone]);
  }
  const { text, status } = await site.send("/optin/nobody-has-this", {
    headers: { "accept-language": "es" },
  });
  expect([status, languageOf(text), readText(text, "h1")]).toEqual([404, "es", es.errors.gone]);
});

test("GET /api/optin/{slug} has the texts of the language that is asked for", async () => {
  const { form } = await stage();
  const read = async (query: string) => (await site.send(`/api/optin/${form.slug}${query}`)).json;
  expect(await read("?lang=es")).toMatchObject({ language: "es", title: es.actions.deposit.title });
  expect(await read("")).toMatchObject({ language: "en", languages: ["en", "es"] });
});

test("PUT /api/optin-settings refuses a language that there is not, and keeps the main one among the others", async () => {
  const { token, change } = await stage();
  const wrong = await site.send("/api/optin-settings", {
    method: "PUT",
    token,
    json: { languages: { default: "xx", enabled: ["en"] } },
  });
  expect([wrong.status, wrong.json.error]).toEqual([400, messages.formSettings.languageShape]);
  const { settings } = await change({ languages: { default: "es", enabled: ["en"] } });
  expect(settings).toMatchObject({ languages: { default: "es", enabled: ["en", "es"], automatic: true } });
});
