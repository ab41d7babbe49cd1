import { isDeepStrictEqual } from "node:util";
import { describe, expect, test } from "vitest";
import { FORM_TABS, type FormTab } from "#app/lib/form-tabs.ts";
import { LANGUAGE_CODES } from "#app/lib/languages.ts";
import { getKeys } from "#app/lib/objects.ts";
import { Delivery, OptInForm, OptInFormPlatform, Session, Submission } from "#app/models/index.server.ts";
import { paths } from "#app/paths.ts";
import type { FormSettings } from "#app/schemas/form-settings.ts";
import { listSettings, settingsOfForm } from "#app/schemas/form-settings-table.ts";
import { textsIn } from "#app/schemas/languages/index.ts";
import { messages } from "#app/schemas/messages/index.ts";
import {
  connectMeta,
  createForm,
  createKey,
  createMember,
  createOwner,
  createPlatforms,
  type Form,
  type Owner,
  optInBody,
  signInAs,
  unique,
} from "../../factories/index.ts";
import { plainText, readAttributes } from "../../support/html.ts";
import { serveSite } from "../../support/site.ts";
import { createUpload, ONE_PIXEL } from "../../support/upload.ts";

const site = serveSite();
const path = "/api/optin-settings";
const sentences = messages.formSettings;

async function signedIn(owner: Owner) {
  const { token } = await signInAs(owner);
  const call = (method: string) => (json?: unknown) =>
    site.send(path, { method, token, ...(json === undefined ? {} : { json }) });
  return { token, read: call("GET"), create: call("POST"), change: call("PUT"), remove: call("DELETE") };
}

/** An owner with a form that /api made. */
async function withForm(settings: object = {}) {
  const owner = await createOwner();
  const platforms = await createPlatforms(3, { owner });
  const calls = await signedIn(owner);
  const { settings: created } = (await calls.create(settings)).json;
  return { owner, platforms, ids: platforms.map(({ id }) => id), created, ...calls };
}

describe("POST /api/optin-settings", () => {
  test("POST /api/optin-settings makes a form that takes claims at once, at the username's address", async () => {
    const owner = await createOwner({ username: `Casa.Trading_${unique()}` });
    const platforms = await createPlatforms(2, { owner });
    const { create, read, token } = await signedIn(owner);
    expect((await read()).json).toEqual({ settings: null });
    const { status, json } = await create({});
    expect(status).toBe(201);
    expect(json.settings).toMatchObject({
      slug: owner.username.toLowerCase().replace(/[._]/g, "-"),
      isActive: true,
      ownerName: owner.workspace.name,
      amountField: "optional",
      askAmount: true,
      selectedPlatforms: platforms.map(({ id }) => id),
      sendTo: null,
      frameOrigins: [],
      version: expect.any(Number),
    });
    expect(json.settings).not.toHaveProperty("workspaceId");
    expect((await site.send("/api/optin/settings", { token })).json).toEqual(json);
    const form = { ...(await createForm()), slug: json.settings.slug, platforms };
    expect((await site.submit(form)).status).toBe(201);
    const again = await create({});
    expect([again.status, again.json.code, again.json.error]).toEqual([409, "form_exists", sentences.exists]);
  });

  test("POST /api/optin-settings takes the next free address when the username's is taken", async () => {
    const { slug } = await createForm({ slug: `taken-${unique()}` });
    const { created } = await withForm({ slug: `mine-${unique()}` });
    const owner = await createOwner({ username: slug });
    const { create } = await signedIn(owner);
    expect((await create({})).json.settings.slug).toBe(`${slug}-2`);
    expect(created.slug).not.toBe(slug);
  });
});

describe("PUT /api/optin-settings", () => {
  test("PUT /api/optin-settings changes any subset, and the public form follows", async () => {
    const { created, change, ids, read } = await withForm();
    const settings = {
      title: "Confirm your first deposit",
      introduction: "Half a minute.",
      action: "purchase",
      amountField: "required",
      withoutAmount: "skip",
      eventNames: { meta: "Deposit" },
      frameOrigins: ["https://casa.example"],
      retentionDays: { pending: 30, handled: null },
      clickDays: 14,
      allowRepeat: true,
      successMessage: "<b>Thank you</b>",
      redirectUrl: "https://casa.example/kit",
      selectedPlatforms: [ids[2], ids[0]],
      sendTo: [],
      phoneCountry: "ES",
    };
    const { status, json } = await change(settings);
    expect(status).toBe(200);
    expect(json.settings).toMatchObject({ ...settings, slug: created.slug, version: created.version + 1 });
    expect((await read()).json).toEqual(json);
    const publicly = await site.send(`${path}/${created.slug}`);
    expect(publicly.json).toMatchObject({
      title: settings.title,
      amountField: "required",
      platforms: [{ id: ids[2] }, { id: ids[0] }],
    });
    for (const hidden of ["_id", "version", "sendTo", "frameOrigins", "eventNames", "workspaceId"])
      expect(publicly.json).not.toHaveProperty(hidden);
    const page = await site.send(`/optin/${created.slug}`);
    expect(page.text).toContain("Confirm your first deposit");
    expect(page.headers.get("content-security-policy")).toContain("frame-ancestors https://casa.example");
  });

  test("PUT /api/optin-settings takes only event names that the ad platform knows", async () => {
    const { change, read } = await withForm();
    const known = { snapchat: "StartTrial", meta: "Any name", tiktok: "Any name" };
    expect((await change({ eventNames: known })).json.settings.eventNames).toEqual(known);
    const unknown = await change({ eventNames: { snapchat: "Any name" } });
    expect([unknown.status, unknown.json.error]).toEqual([400, sentences.eventNameUnknown]);
    const nameless = await change({ eventNames: { google: "Purchase" } });
    expect([nameless.status, nameless.json.error]).toEqual([400, sentences.eventNameless]);
    expect((await read()).json.settings.eventNames).toEqual(known);
  });

  test("PUT /api/optin-settings tells the second of two windows, and overwrites nothing", async () => {
    const { created, change, read } = await withForm();
    const [one, two] = await Promise.all([
      change({ title: "One", version: created.version }),
      change({ title: "Two", version: created.version }),
    ]);
    expect([one.status, two.status].sort()).toEqual([200, 409]);
    const [saved, refused] = one.status === 200 ? [one, two] : [two, one];
    expect([refused.json.code, refused.json.error]).toEqual(["changed_meanwhile", sentences.changed]);
    expect((await read()).json.settings.title).toBe(saved.json.settings.title);
  });

  test("PUT /api/optin-settings refuses a reserved and a taken address, and keeps the ones that a form has left", async () => {
    const other = await createForm();
    const { created, change } = await withForm();
    const reserved = await change({ slug: "settings" });
    expect([reserved.status, reserved.json.error]).toEqual([400, sentences.slugReserved]);
    const capitals = await change({ slug: "Casa-Iria" });
    expect([capitals.status, capitals.json.error]).toEqual([400, sentences.slugShape]);
    const taken = await change({ slug: other.slug });
    expect([taken.status, taken.json.code, taken.json.error]).toEqual([
      409,
      "slug_taken",
      sentences.slugTaken,
    ]);
    const slug = `new-${unique()}`;
    expect((await change({ slug })).status).toBe(200);
    const somebody = await withForm();
    expect((await somebody.change({ slug: created.slug })).status).toBe(409);
    const old = await site.send(`/optin/${created.slug}?fbclid=1`);
    expect([old.status, old.headers.get("location")]).toEqual([302, `/optin/${slug}?fbclid=1`]);
  });

  test("PUT /api/optin-settings accepts a submission at an earlier address", async () => {
    const owner = await createOwner();
    const platforms = await createPlatforms(1, { owner });
    const { create, change } = await signedIn(owner);
    const { slug } = (await create({})).json.settings;
    const form = { ...(await createForm()), slug, platforms };
    const moved = `new-${unique()}`;
    await change({ slug: moved });
    expect((await site.submit(form)).status).toBe(201);
    expect((await site.send(`/api/optin/${slug}`)).json).toMatchObject({ slug: moved });
  });

  test("PUT /api/optin-settings gives one address to one of two who ask at once", async () => {
    const [a, b] = await Promise.all([withForm(), withForm()]);
    const slug = `race-${unique()}`;
    const responses = await Promise.all([a.change({ slug }), b.change({ slug })]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await OptInForm.count({ where: { slug } })).toBe(1);
  });

  test("PUT /api/optin-settings refuses what belongs to others, and ad platforms that are not there", async () => {
    const foreign = await withForm();
    const { change, read } = await withForm();
    const before = (await read()).json;
    for (const [input, message] of [
      [{ selectedPlatforms: [foreign.ids[0]] }, sentences.platformUnknown],
      [{ selectedFacebookAssetId: "123456789" }, sentences.assetUnknown],
      [{ sendTo: ["nowhere"] }, sentences.providerUnknown],
      [{ logo: "/uploads/".padEnd(73, "a") }, sentences.logoUnknown],
      [{ logo: "https://evil.example/a.png" }, sentences.logoUnknown],
    ] as const) {
      const { status, json } = await change(input);
      expect([status, json.error]).toEqual([400, message]);
    }
    expect((await read()).json).toEqual(before);
  });

  test("PUT /api/optin-settings takes the pixel of one's own connection", async () => {
    const { owner, change, created } = await withForm();
    const { assetId } = await connectMeta(owner);
    const { json } = await change({ selectedAssets: { meta: assetId } });
    expect(json.settings).toMatchObject({
      selectedFacebookAssetId: assetId,
      selectedAssets: { meta: assetId },
    });
    expect((await site.send(`/api/optin/${created.slug}`)).json.facebookPixelId).toBe(assetId);
  });

  test("PUT /api/optin-settings follows the owner's order of brokers until the form has another", async () => {
    const { ids, change, token, read } = await withForm();
    const order = (orderedIds: (string | undefined)[]) =>
      site.send("/api/affiliate/platforms/reorder", { method: "PATCH", token, json: { orderedIds } });
    const [a, b, c] = ids;
    await order([c, b, a]);
    expect((await read()).json.settings.selectedPlatforms).toEqual([c, b, a]);
    await change({ selectedPlatforms: [a, c] });
    await order([c, a, b]);
    expect((await read()).json.settings.selectedPlatforms).toEqual([a, c]);
  });
});

describe("changed setting", () => {
  test("a changed consent text leaves each claim the text that it was shown", async () => {
    const { created, change, platforms } = await withForm({ consentText: "The first text" });
    await change({ consentText: "The second text" });
    const form = { ...(await createForm()), slug: created.slug, platforms };
    for (const [consentVersion, text] of [
      [created.consentVersion, "The first text"],
      [created.consentVersion + 1, "The second text"],
      [undefined, "The second text"],
      [99, "The second text"],
    ]) {
      const { json } = await site.submit(form, { consentVersion });
      const row = await Submission.findByPk(json.submissionId, { rejectOnEmpty: true });
      expect(row.consentText).toBe(text);
    }
  });

  test("a changed setting of the amount makes it required, or removes it", async () => {
    const { created, change, platforms } = await withForm({ amountField: "required" });
    const form = { ...(await createForm()), slug: created.slug, platforms };
    const missing = await site.submit(form, { amount: undefined });
    expect([missing.status, missing.json.errors]).toEqual([
      400,
      [{ field: "amount", message: messages.fields.amountRequired }],
    ]);
    await change({ amountField: "hidden" });
    const { json } = await site.submit(form, optInBody(form));
    expect(await Submission.findByPk(json.submissionId)).toMatchObject({ amount: null, currency: null });
  });

  test("an ad platform switched off for the form gets no event, and the others get the chosen names", async () => {
    const { owner, created, change, platforms, token } = await withForm({ eventNames: { meta: "Deposit" } });
    await connectMeta(owner);
    const form = { ...(await createForm()), slug: created.slug, platforms };
    const handle = async () => {
      const { submissionId } = (await site.submit(form)).json;
      return {
        submissionId,
        ...(await site.decide(token, submissionId, { status: "handled", amount: "250" })),
      };
    };
    expect((await handle()).json.eventStatus).toBe("sent");
    expect(site.sandbox.events()).toMatchObject([{ eventName: "Deposit" }]);
    await change({ sendTo: [] });
    const { submissionId, json } = await handle();
    expect(json.eventStatus).toBeNull();
    expect(await Delivery.findAll({ where: { submissionId } })).toMatchObject([{ state: "skipped" }]);
    expect(site.sandbox.events()).toHaveLength(1);
  });
});

test("texts that nobody changed follow the form's action, and others stay", async () => {
  const { change } = await withForm({ title: "Our own title" });
  const { settings } = (await change({ action: "subscription" })).json;
  expect(settings.title).toBe("Our own title");
  expect(settings.introduction).toContain("checks each subscription with");
  expect(settings.consentText).toContain("shares the confirmed subscription with");
});

describe("DELETE /api/optin-settings", () => {
  test("DELETE /api/optin-settings keeps the claims and the address, which come back with a new form", async () => {
    const { created, change, remove, read, create, platforms, token } = await withForm();
    const form = { ...(await createForm()), slug: created.slug, platforms };
    const { submissionId } = (await site.submit(form)).json;
    await change({ successMessage: "Thanks a lot", redirectUrl: "https://casa.example", sendTo: [] });
    expect((await remove()).status).toBe(204);
    expect((await remove()).status).toBe(404);
    expect((await read()).json).toEqual({ settings: null });
    expect((await site.send(`/optin/${created.slug}`)).status).toBe(404);
    expect((await site.read(token, submissionId)).status).toBe(200);
    const somebody = await withForm();
    expect((await somebody.change({ slug: created.slug })).status).toBe(409);
    const back = await create({ title: "Back again" });
    expect(back.json.settings).toMatchObject({ _id: created._id, slug: created.slug, title: "Back again" });
    const defaults = { successMessage: null, redirectUrl: null, sendTo: null, logo: null };
    expect(back.json.settings).toMatchObject(defaults);
    expect(await OptInFormPlatform.count({ where: { formId: created._id } })).toBe(3);
  });
});

test("reading needs settings:read, changing settings:write", async () => {
  const { owner } = await withForm();
  const { token: viewer } = await signInAs(await createMember(owner, "viewer"));
  expect((await site.send(path, { token: viewer })).status).toBe(200);
  const refused = await site.send(path, { method: "PUT", token: viewer, json: { title: "x" } });
  expect([refused.status, refused.json.code]).toEqual([403, "role_refused"]);
  const { key } = await createKey(owner, { scopes: ["settings:read"] });
  expect((await site.send(path, { token: key })).status).toBe(200);
  expect((await site.send(path, { method: "DELETE", token: key })).json.code).toBe("scope_missing");
});

test("only the page of the form's settings and its preview may show pictures from blobs of the browser", async () => {
  const { owner } = await createForm();
  const { cookie } = await signInAs(owner);
  const readImages = async (page: string) => {
    const { headers } = await site.send(page, { cookie });
    return /img-src [^;]*/.exec(headers.get("content-security-policy") ?? "")?.[0];
  };
  expect(await readImages("/dashboard/optin-settings")).toBe("img-src 'self' data: blob:");
  expect(await readImages("/dashboard/optin-settings/preview")).toBe("img-src 'self' data: https: blob:");
  for (const other of ["/dashboard/optin-settings/share", "/dashboard/overview", "/dashboard/integrations"])
    expect([other, await readImages(other)]).toEqual([other, "img-src 'self' data:"]);
});

const FULL = {
  name: "Main form",
  isActive: true,
  ownerName: "Casa Iria",
  look: { accentColor: "#0a7c66", theme: "dark" },
  action: "purchase",
  title: "Our title",
  introduction: "Our introduction",
  amountField: "required",
  withoutAmount: "skip",
  phoneCountry: "ES",
  consentText: "We tell Meta of it.",
  allowRepeat: true,
  successMessage: "Our thanks",
  redirectUrl: "https://casa.example/kit",
  privacyUrl: "https://casa.example/privacy",
  privacyText: "Our notice",
  sendTo: ["meta"],
  eventNames: { meta: "Deposit" },
  frameOrigins: ["https://casa.example"],
  slowDown: 5,
  retentionDays: { pending: 30, handled: 60 },
  clickDays: 14,
  languages: { default: "en", enabled: ["en", "es", "de"], automatic: true },
  texts: {
    es: {
      title: "Nuestro título",
      introduction: "Nuestra introducción",
      consentText: "Se lo decimos a Meta.",
      successMessage: "Gracias",
      privacyText: "Nuestro aviso",
    },
  },
};

/** What each tab sends to change all of its settings. */
const TAB_CHANGES: Record<FormTab, (form: { slug: string; ids: string[] }) => [string, string][]> = {
  look: ({ slug }) => [
    ["name", "Another form"],
    ["slug", `${slug}-2`],
    ["ownerName", "Casa Mar"],
    ["logo", ""],
    ["look.hasAccent", "no"],
    ["look.theme", "light"],
    ["action", "deposit"],
    ["title", "Another title"],
    ["introduction", "Another introduction"],
  ],
  questions: ({ ids }) => [
    ["selectedPlatforms", ids[0] ?? ""],
    ["selectedPlatforms", ids[2] ?? ""],
    ["order", [ids[2], ids[1], ids[0]].join(",")],
    ["amountField", "hidden"],
    ["phoneCountry", "PT"],
    ["consentText", "We tell Meta and TikTok of it."],
    ["privacyUrl", ""],
    ["privacyText", "Another notice"],
  ],
  languages: () => [
    ["languages.default", "en"],
    ["languages.enabled", "en"],
    ["languages.enabled", "es"],
    ["languages.automatic", "no"],
    ["texts.es.title", "Otro título"],
  ],
  "after-sending": () => [
    ["successMessage", "More thanks"],
    ["redirectUrl", ""],
    ["sendsToAll", "yes"],
  ],
  advanced: () => [
    ["withoutAmount", "lead"],
    ["eventNames.tiktok", "Lead"],
    ["frameOrigins", ""],
    ["slowDown", "9"],
    ["retentionDays.pending", "31"],
    ["clickDays", "15"],
  ],
};

describe("a tab of the form's settings", () => {
  const at = (tab: FormTab) => paths.formSettings({ tab });

  /** A form with everything set. */
  async function withEverything() {
    const { owner, ids, change, read, token } = await withForm();
    const { assetId } = await connectMeta(owner);
    const upload = { ...createUpload("logo", ONE_PIXEL), token };
    const logo: string = (await site.send("/api/optin-settings/upload-logo", upload)).json.url;
    const selected = { selectedPlatforms: [ids[1], ids[0]], selectedAssets: { meta: assetId } };
    const { status } = await change({ ...FULL, logo, ...selected });
    expect(status).toBe(200);
    const { cookie } = await signInAs(owner);
    const open = async (tab: FormTab) => (await site.send(at(tab), { cookie })).text;
    const readSettings = async (): Promise<FormSettings> => {
      const { settings } = (await read()).json;
      // The texts that stand alone are in them too.
      const { [settings.languages.default]: _, ...texts } = settings.texts;
      return { ...settings, texts };
    };
    const { slug } = await readSettings();
    const save = async (tab: FormTab, seen: string, more: Record<string, string> = {}) => {
      const form = new URLSearchParams({ intent: "save", tab, textsLanguage: "en" });
      form.set("version", readField(seen, "version"));
      form.set("seen", readField(seen, "seen"));
      for (const [name, value] of TAB_CHANGES[tab]({ slug, ids })) form.append(name, value);
      for (const [name, value] of Object.entries(more)) form.set(name, value);
      return site.send(at(tab), { cookie, form, headers: { "sec-fetch-site": "same-origin" } });
    };
    return { open, save, read: readSettings };
  }

  const readField = (html: string, name: string) => readAttributes(html, "input", { name }).value ?? "";

  test.each(FORM_TABS)("%s saves all of its settings, and leaves all others as they are", async (tab) => {
    const { open, save, read } = await withEverything();
    const before = await read();

    expect((await save(tab, await open(tab))).status).toBe(303);

    const after = await read();
    const changed = getKeys(settingsOfForm).filter((name) => !isDeepStrictEqual(before[name], after[name]));
    expect(changed.sort()).toEqual([...listSettings(tab)].sort());
  });

  test("shows a field for each of its settings, and none of another tab", async () => {
    const { open } = await withEverything();
    for (const tab of FORM_TABS) {
      const html = await open(tab);
      const names = [...html.matchAll(/ name="([^"]+)"/g)].map(([, name = ""]) => name.split(/[.[]/)[0]);
      const settings = getKeys(settingsOfForm).filter((setting) => names.includes(setting));
      const shown = listSettings(tab).filter((name) => name !== "selectedAssets");
      expect([tab, settings.sort()]).toEqual([tab, [...shown].sort()]);
    }
  });

  test("saves beside another tab that was saved since it was opened", async () => {
    const { open, save, read } = await withEverything();
    const opened = { look: await open("look"), advanced: await open("advanced") };
    expect((await save("look", opened.look)).status).toBe(303);
    expect((await save("advanced", opened.advanced)).status).toBe(303);
    expect(await read()).toMatchObject({ title: "Another title", slowDown: 9 });
  });

  test("that was saved in another window is not saved over before its owner has seen it", async () => {
    const { open, save, read } = await withEverything();
    const opened = await open("look");
    expect((await save("look", opened)).status).toBe(303);
    await save("advanced", await open("advanced"));

    const refused = await save("look", opened, { title: "Typed before" });

    expect([refused.status, refused.text.includes(sentences.changed)]).toEqual([409, true]);
    expect((await save("look", refused.text)).status).toBe(303);
    expect((await read()).slowDown).toBe(9);
  });

  test("has an address of its own, and no other address is one", async () => {
    const { owner } = await createForm();
    const { cookie } = await signInAs(owner);
    const visit = async (path: string) => (await site.send(path, { cookie })).status;
    for (const tab of FORM_TABS) expect([tab, await visit(at(tab))]).toEqual([tab, 200]);
    for (const other of ["look", "nothing"])
      expect(await visit(`/dashboard/optin-settings/${other}`)).toBe(404);
  });

  test("that a page from before an update sends without its name is refused, and nothing is saved", async () => {
    const form = await createForm();
    const { cookie } = await signInAs(form.owner);
    const fields = fieldsOf(form, { title: "Lost" });
    const headers = { "sec-fetch-site": "same-origin" };
    const refused = await site.send(at("look"), { cookie, headers, form: fields });
    expect([refused.status, plainText(refused.text).includes(sentences.tabShape)]).toEqual([400, true]);
    expect((await form.row.reload()).version).toBe(1);
  });
});

describe("an address that visitors are led to, and a site that shows the form", () => {
  const PASSWORD = "correct horse battery";
  const guarded = [
    { redirectUrl: "https://casa.example/kit" },
    { privacyUrl: "https://casa.example/privacy" },
    { frameOrigins: ["https://casa.example"] },
  ];
  const headers = { "sec-fetch-site": "same-origin" };

  async function longAgo(password: string | null = PASSWORD) {
    const owner = await createOwner(password === null ? {} : { password });
    const form = await createForm({ owner });
    if (password === null) await owner.update({ passwordHash: null });
    const session = await signInAs(owner);
    const age = (ago: number) =>
      Session.update({ authenticatedAt: new Date(Date.now() - ago) }, { where: { id: session.sessionId } });
    await age(20 * 60_000);
    return { owner, form, age, ...session };
  }

  test("need a recent sign-in by every call that changes them, and none to take them away", async () => {
    const { owner, form, token, age } = await longAgo();
    await owner.workspace.update({ subscriptionPlan: "agency" });
    const calls = (json: object) => [
      { path, method: "PUT", json },
      { path: `/api/forms/${form.id}`, method: "PATCH", json },
      { path: "/api/forms", method: "POST", json },
      { path: "/api/forms", method: "POST", json: { copyOf: form.id, ...json } },
    ];
    for (const json of guarded)
      for (const { path: to, ...call } of calls(json)) {
        const { status, json: refused } = await site.send(to, { token, ...call });
        expect([to, json, status, refused.code]).toEqual([to, json, 403, "reauthentication_required"]);
      }
    expect(await OptInForm.count()).toBe(1);
    const put = (json: object) => site.send(path, { method: "PUT", token, json });
    await age(0);
    for (const json of guarded) expect((await put(json)).status).toBe(200);
    await age(20 * 60_000);
    const same = Object.assign({ title: "Another" }, ...guarded);
    const none = { redirectUrl: null, privacyUrl: null, frameOrigins: [] };
    expect([(await put(same)).status, (await put(none)).status]).toEqual([200, 200]);
    const key = await createKey(owner);
    const byKey = await site.send(path, { method: "PUT", token: key.key, json: guarded[0] });
    expect(byKey.status).toBe(200);
  });

  test("ask for the password on the page, which keeps what was typed, and save with it", async () => {
    const { form, cookie } = await longAgo();
    const at = `/dashboard/forms/${form.id}/after-sending`;
    const redirectUrl = "https://casa.example/kit";
    const typed = fieldsOf(form, { tab: "after-sending", successMessage: "Typed with care", redirectUrl });
    const save = (password?: string) =>
      site.send(at, { cookie, headers, form: { ...typed, ...(password ? { password } : {}) } });
    for (const asked of [await save(), await save("wrong horse")]) {
      expect(asked.text).toContain("Typed with care</textarea>");
      expect(asked.text).toContain('value="https://casa.example/kit"');
      expect(asked.text).toMatch(/<input[^>]*type="password"/);
      expect(asked.text).not.toContain("wrong horse");
    }
    expect([(await save()).status, (await save("wrong horse")).status]).toEqual([403, 400]);
    expect(await form.row.reload()).toMatchObject({ redirectUrl: null });
    const saved = await save(PASSWORD);
    expect([saved.status, saved.headers.getSetCookie().some((line) => line.includes("session="))]).toEqual([
      303,
      true,
    ]);
    expect(await form.row.reload()).toMatchObject({
      successMessage: "Typed with care",
      redirectUrl: "https://casa.example/kit",
    });
  });

  test("lead an account without a password to its provider in a new tab, and keep what was typed", async () => {
    const { form, cookie, age } = await longAgo(null);
    const at = `/dashboard/forms/${form.id}/advanced`;
    const typed = fieldsOf(form, {
      tab: "advanced",
      withoutAmount: "lead",
      frameOrigins: "https://casa.example",
    });
    const asked = await site.send(at, { cookie, headers, form: typed });
    expect(asked.status).toBe(403);
    expect(asked.text).toContain(messages.formSettings.proofElsewhere);
    expect(asked.text).toMatch(/<a [^>]*href="\/reauthenticate\?returnTo=[^"]*"[^>]*target="_blank"/);
    expect(asked.text).toMatch(/<textarea[^>]*name="frameOrigins"[^>]*>https:\/\/casa.example</);
    await age(0);
    expect((await site.send(at, { cookie, headers, form: typed })).status).toBe(303);
  });
});

/** What a tab of the page needs to be saved. */
const fieldsOf = ({ row }: Form, changes: Record<string, string>) => ({
  intent: "save",
  version: String(row.version),
  sendsToAll: "yes",
  ...changes,
});

test("a new form speaks the languages that its owner ticks, those of the browser at first, and says where it is", async () => {
  const owner = await createOwner();
  await createPlatforms(1, { owner });
  const { cookie, token } = await signInAs(owner);
  const page = paths.formSettings();
  const asked = await site.send(page, {
    cookie,
    headers: { "accept-language": "pl-PL,pl;q=0.9,en-US;q=0.8,xx;q=0.7" },
  });
  expect(asked.text).toContain("Which languages do your visitors speak?");
  const boxes = [...asked.text.matchAll(/<input[^>]*name="languages"[^>]*>/g)].map(([box]) => box);
  expect(boxes).toHaveLength(LANGUAGE_CODES.length);
  const ticked = boxes.filter((box) => /\schecked=/.test(box)).map((box) => /value="([^"]+)"/.exec(box)?.[1]);
  expect(ticked).toEqual(["pl", "en"]);

  const form = new URLSearchParams({ intent: "create" });
  for (const code of ["pl", "en"]) form.append("languages", code);
  const created = await site.send(page, { cookie, form, headers: { "sec-fetch-site": "same-origin" } });
  expect([created.status, created.headers.get("location")]).toEqual([303, `${page}?new=yes`]);
  const { settings } = (await site.send(path, { token })).json;
  expect(settings).toMatchObject({
    languages: { default: "pl", enabled: ["en", "pl"], automatic: true },
    title: textsIn("pl").actions.deposit.title,
    texts: { en: { title: textsIn("en").actions.deposit.title } },
    missingTexts: [],
    consentCovers: "all",
  });
  const { text } = await site.send(`${page}?new=yes`, { cookie });
  expect(plainText(text)).toMatch(new RegExp(`${sentences.created} ?: \\S+/optin/${settings.slug}`));
});

test("a new form in one language has no text of another one, and says nothing of missing texts", async () => {
  const owner = await createOwner();
  await createPlatforms(1, { owner });
  const { cookie, token } = await signInAs(owner);
  const page = paths.formSettings();
  const form = { intent: "create", languages: "pl" };
  await site.send(page, { cookie, form, headers: { "sec-fetch-site": "same-origin" } });
  const { settings } = (await site.send(path, { token })).json;
  expect(settings).toMatchObject({
    languages: { default: "pl", enabled: ["pl"] },
    consentText: textsIn("pl").actions.deposit.consent(owner.workspace.name),
    missingTexts: [],
  });
  expect(Object.keys(settings.texts)).toEqual(["pl"]);
});
