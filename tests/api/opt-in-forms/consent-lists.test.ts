import { beforeEach, describe, expect, test } from "vitest";
import { inTransaction } from "#app/database/connection.server.ts";
import { Connection, PastConsentText, Submission } from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { revokeAllAccess } from "#app/services/auth/registration/revoke-all-access.server.ts";
import { connectMeta, connectPlatform, createForm, type Form, signInAs } from "../../factories/index.ts";
import { readAttributes, readText } from "../../support/html.ts";
import { serveSite } from "../../support/site.ts";

const site = serveSite();
const sentences = messages.formSettings;
const ENGLISH = "I agree that you tell {adPlatforms}.";
const SPANISH = "Acepto que se lo digáis a {adPlatforms}.";

let form: Form;
let token: string;
let cookie: string;
beforeEach(async () => {
  form = await createForm();
  await connectMeta(form.owner);
  await connectPlatform(form.owner, "tiktok");
  ({ token, cookie } = await signInAs(form.owner));
});

const send = (json: Record<string, unknown>) =>
  site.send("/api/optin-settings", { method: "PUT", token, json });
const change = async (json: Record<string, unknown>) => {
  const { json: reply } = await send(json);
  expect(reply).not.toHaveProperty("code");
  return reply.settings;
};
const withLists = () =>
  change({
    languages: { default: "en", enabled: ["en", "es"] },
    consentText: ENGLISH,
    texts: { es: { consentText: SPANISH } },
  });
const shown = async (lang: string) =>
  (await site.send(`/api/optin/${form.slug}?lang=${lang}`)).json.consentText;
const disconnect = async (adPlatform: string) => {
  const where = { workspaceId: form.owner.workspace.id, adPlatform };
  const { id } = await Connection.findOne({ where, rejectOnEmpty: true });
  expect((await site.send(`/api/user/connections/${id}`, { method: "DELETE", token })).status).toBe(204);
};
const connect = async () => {
  const json = { provider: "tiktok", accessToken: "sandbox-token", assetId: "C0000000000000000003" };
  expect((await site.send("/api/user/connections", { token, json })).status).toBe(201);
};
const confirm = async (json: Record<string, unknown>) =>
  Submission.findByPk((await site.submit(form, json)).json.submissionId, { rejectOnEmpty: true });

describe("the ad platforms in a consent text", () => {
  test("are listed in the language of the text, and are what it covers", async () => {
    const settings = await withLists();
    expect([await shown("en"), await shown("es")]).toEqual([
      "I agree that you tell Meta and TikTok.",
      "Acepto que se lo digáis a Meta y TikTok.",
    ]);
    expect(settings).toMatchObject({
      consentText: ENGLISH,
      texts: { es: { consentText: SPANISH } },
      consentListed: ["meta", "tiktok"],
      consentCovers: ["meta", "tiktok"],
    });
    const again = await change({ consentText: ENGLISH, consentCovers: ["tiktok", "meta"] });
    expect(again.consentVersion).toBe(settings.consentVersion);
    const refused = await send({ consentCovers: "all" });
    expect([refused.status, refused.json.error]).toEqual([400, sentences.coversListed]);
  });

  test("follow what is connected and what the form sends to, each time as a new version", async () => {
    const { consentVersion: first } = await withLists();
    const before = await confirm({ language: "es", email: "before@example.com" });
    await disconnect("tiktok");
    await expect.poll(() => shown("en")).toBe("I agree that you tell Meta.");
    const late = await confirm({ language: "es", consentVersion: first, email: "late@example.com" });
    const after = await confirm({ language: "es", email: "after@example.com" });
    expect([before, late, after].map((claim) => [claim.consentVersion, claim.consentText])).toEqual([
      [first, "Acepto que se lo digáis a Meta y TikTok."],
      [first, "Acepto que se lo digáis a Meta y TikTok."],
      [first + 1, "Acepto que se lo digáis a Meta."],
    ]);
    await connect();
    expect(await change({ sendTo: ["tiktok"] })).toMatchObject({
      consentVersion: first + 3,
      consentText: ENGLISH,
      consentListed: ["tiktok"],
      consentCovers: ["tiktok"],
    });
    const past = await PastConsentText.findAll({ where: { formId: form.id }, order: [["version", "ASC"]] });
    expect(
      past.slice(-3).map(({ version, text, listed, covers }) => [version, text, listed, covers]),
    ).toEqual([
      [first, "I agree that you tell Meta and TikTok.", '["meta","tiktok"]', '["meta","tiktok"]'],
      [first + 1, "I agree that you tell Meta.", '["meta"]', '["meta"]'],
      [first + 2, "I agree that you tell Meta and TikTok.", '["meta","tiktok"]', '["meta","tiktok"]'],
    ]);
    const refused = await send({ earlierConsents: [{ version: first, covers: "all" }] });
    expect(refused.json.error).toBe(sentences.coversListed);
    await site.decide(token, after.id, { status: "handled" });
    const { json } = await site.read(token, after.id);
    expect(json.deliveries).toContainEqual(
      expect.objectContaining({ platform: "tiktok", reason: "consent" }),
    );
  });

  test("are nobody once the connections of an address that somebody else registered are revoked", async () => {
    await withLists();
    await inTransaction((transaction) => revokeAllAccess(form.owner.id, transaction));
    await expect.poll(() => shown("en")).toBe("I agree that you tell no one.");
  });

  test("are nobody without a connection, and a text without them says again nothing of what it covers", async () => {
    await withLists();
    await disconnect("meta");
    await disconnect("tiktok");
    await expect.poll(() => shown("es")).toBe("Acepto que se lo digáis a nadie.");
    const settings = await change({ consentText: "I agree.", texts: { es: { consentText: "" } } });
    expect(settings).toMatchObject({ consentText: "I agree.", consentListed: null, consentCovers: null });
  });

  test("stay in texts that the version before has stored without knowing them", async () => {
    await withLists();
    await form.row.reload();
    await form.row.update({ consentText: "Typed in the version before." });
    expect(await change({ title: "Another" })).toMatchObject({
      consentText: "Typed in the version before.",
      texts: { es: { consentText: SPANISH } },
    });
  });

  test("stand where their name is written, and another word in braces is refused", async () => {
    for (const [consentText, word] of [
      ["I agree that you tell {adPlatform}.", "{adPlatform}"],
      ["I agree that you tell {{adPlatforms}}.", "{{adPlatforms}}"],
      ["{owner} tells {adPlatforms}", "{owner}"],
    ] as const) {
      const { status, json } = await send({ consentText });
      expect([status, json.error]).toEqual([400, sentences.placeholderUnknown(word)]);
    }
    const { json } = await send({ texts: { en: { introduction: "For {adPlatforms}" } } });
    expect(json.error).toBe(sentences.placeholderElsewhere);
  });

  test("are named in the settings, inserted by a button without script, and shown by the preview", async () => {
    await withLists();
    const path = "/dashboard/optin-settings";
    for (const [tab, list] of [
      ["questions", "Meta and TikTok"],
      ["languages", "Meta y TikTok"],
    ])
      expect((await site.send(`${path}/${tab}`, { cookie })).text).toContain(`>${list}</bdi>`);
    const { text } = await site.send(`${path}/consent`, { cookie });
    expect(text).toContain("allows exactly these: Meta and TikTok.");
    expect(text).not.toContain('name="covers"');

    const typed = { intent: "save", tab: "questions", version: "1", consentText: "I agree to" };
    const headers = { "sec-fetch-site": "same-origin" };
    const inserted = await site.send(`${path}/questions`, {
      cookie,
      form: { ...typed, insert: "consentText" },
      headers,
    });
    expect(inserted.text).toContain("I agree to {adPlatforms}</textarea>");
    const preview = async (fields: Record<string, string>) => {
      const posted = { ...typed, ...fields };
      return (await site.send(`${path}/preview`, { cookie, form: posted, headers })).text;
    };
    expect(await preview({ sendsToAll: "no", sendTo: "meta", consentText: ENGLISH })).toContain(
      "I agree that you tell Meta.",
    );
    const spanish = await preview({ previewLanguage: "es", "texts.es.title": "Pide tu bono" });
    expect(readText(spanish, "h1")).toBe("Pide tu bono");
    expect(readAttributes(spanish, "input", { name: "language" }).value).toBe("es");
  });
});
