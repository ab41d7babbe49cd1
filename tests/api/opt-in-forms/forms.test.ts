import { describe, expect, test } from "vitest";
import { OptInForm, Submission } from "#app/models/index.server.ts";
import { paths } from "#app/paths.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { toPublicKey } from "#app/services/opt-in-forms/opt-in-forms.server.ts";
import { connectMeta, createForm, createMember, unique } from "../../factories/index.ts";
import { readFlash } from "../../support/flash.ts";
import { createFormsClient } from "../../support/forms-client.ts";
import { serveSite } from "../../support/site.ts";

const site = serveSite();
const { signedIn, withPlan, withForms } = createFormsClient(site);
const sentences = messages.formSettings;

type Json = Record<string, unknown>;

describe("creating", () => {
  test("the first form is the default one, and each has an address of its own by its name", async () => {
    const { owner, create, list, token } = await withPlan();

    const first = await create({ name: "Newsletter" });
    const second = await create({ name: "Instagram" });

    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.json.form).toMatchObject({
      isDefault: false,
      isArchived: false,
      position: 1,
      isActive: true,
    });
    expect(second.json.form.slug).toBe(`${owner.username}-instagram`);
    expect(second.json.form).not.toHaveProperty("_id");
    expect(await list()).toEqual(["Newsletter*", "Instagram"]);
    const own = await site.send("/api/optin-settings", { token });
    expect(own.json.settings).toMatchObject({ _id: first.json.form.id, slug: first.json.form.slug });
    for (const { json } of [first, second])
      expect((await site.send(`/optin/${json.form.slug}`)).status).toBe(200);
  });

  test("a copy has everything of the other form but its address and its claims", async () => {
    const { platforms, create } = await withPlan();
    const settings = {
      name: "Instagram",
      title: "Confirm it",
      introduction: "Half a minute.",
      amountField: "required",
      selectedPlatforms: [platforms[1]?.id],
      look: { accentColor: "#c2410c", theme: "dark" },
      frameOrigins: ["https://casa.example"],
      retentionDays: { pending: 30, handled: null },
      languages: { default: "es", enabled: ["en", "es"], automatic: false },
    };
    const { form } = (await create(settings)).json;

    const copied = (await create({ copyOf: form.id, name: "Facebook" })).json.form;

    expect(copied).toMatchObject({ ...settings, name: "Facebook", isDefault: false, consentVersion: 1 });
    expect([copied.id, copied.slug]).not.toContain(form.id);
    expect(copied.slug).toBe(`${form.slug}-facebook`);
    expect((await create({ copyOf: form.id })).json.form.name).toBe("Copy of Instagram");
  });

  test("the Share page of the second form leads to the settings of that form", async () => {
    const { cookie, ids } = await withForms("A", "B");
    const { text } = await site.send(`/dashboard/forms/${ids[1]}/share/site`, { cookie });
    expect(text).toContain(`href="/dashboard/forms/${ids[1]}/advanced">form`);
    expect(text).not.toContain('href="/dashboard/optin-settings"');
  });

  test("the copy of a closed or an archived form is closed until its owner opens it", async () => {
    const { ids, change, create, cookie } = await withForms("Paused", "Archived", "Open");
    await change(ids[0], { isActive: false });
    await change(ids[1], { isArchived: true });
    const copies = await Promise.all(ids.map((copyOf) => create({ copyOf })));
    expect(copies.map(({ json }) => json.form.isActive)).toEqual([false, false, true]);
    const opened = await create({ copyOf: ids[0], isActive: true });
    expect(opened.json.form.isActive).toBe(true);
    const copied = await site.send(paths.forms(), {
      cookie,
      form: { intent: "copy", formId: ids[1] },
      headers: { "sec-fetch-site": "same-origin" },
    });
    expect(readFlash(copied)).toBe(sentences.copiedClosed);
  });

  test("a form in Spanish with its own colour shows both, in every view of its page", async () => {
    const { create, platforms } = await withPlan();
    const look = { accentColor: "#FFD400", theme: "light" };
    const { form } = (await create({ look, languages: { default: "es", enabled: ["es"] } })).json;
    expect(form.look).toEqual({ accentColor: "#ffd400", theme: "light" });
    const shown = { ...(await createForm()), slug: form.slug, platforms };

    const page = await site.send(`/optin/${form.slug}`);
    const recorded = (await site.submit(shown)).json;
    const mine = await site.send(recorded.privateHref);
    await OptInForm.update({ isActive: false }, { where: { id: form.id } });
    await expect.poll(async () => (await site.send(`/optin/${form.slug}`)).status).toBe(404);
    const closed = await site.send(`/optin/${form.slug}`);

    for (const { text, headers } of [page, mine, closed]) {
      expect(text).toContain("color-scheme:light;");
      // Yellow is not seen on white: a darker shade stands for it, and black text is read on it.
      expect(text).not.toContain("--accent:#ffd400");
      expect(text).toMatch(/--accent:#[0-9a-f]{6};.*--on-accent:#000000/);
      const styles = [...text.matchAll(/<style>/g)].length;
      const policy = headers.get("content-security-policy") ?? "";
      expect([styles, policy.split("'sha256-").length - 1]).toEqual([2, 2]);
    }
  });

  test.each<[Json, string, string]>([
    [{ name: "x".repeat(101) }, "name", sentences.nameLong],
    [{ name: 7 }, "name", sentences.nameRequired],
    [{ look: { accentColor: "red" } }, "look.accentColor", sentences.accentShape],
    [{ look: { theme: "grey" } }, "look.theme", sentences.themeShape],
  ])("%o is refused", async (input, field, message) => {
    const { create } = await withPlan();
    const { status, json } = await create(input);
    expect([status, json.errors]).toEqual([400, [{ field, message }]]);
  });
});

describe("the plan", () => {
  test("the plan says how many forms are open to visitors, and archived ones do not count", async () => {
    const { owner, create, change, list } = await withPlan("free");
    const refusal = [409, "too_many_forms", sentences.tooMany(1, "Free")];
    const first = (await create({ name: "First" })).json.form;

    const second = await create({ name: "Second" });
    expect([second.status, second.json.code, second.json.error]).toEqual(refusal);
    const copied = await create({ copyOf: first.id });
    expect([copied.status, copied.json.code, copied.json.error]).toEqual(refusal);
    await change(first.id, { isArchived: true });
    expect((await create({ name: "Second" })).status).toBe(201);
    const restored = await change(first.id, { isArchived: false });
    expect([restored.status, restored.json.code, restored.json.error]).toEqual(refusal);
    expect(await list()).toEqual(["(First)", "Second*"]);

    await owner.workspace.update({ subscriptionPlan: "pro" });
    expect((await change(first.id, { isArchived: false })).status).toBe(200);
    await owner.workspace.update({ subscriptionPlan: "free" });
    // Those above it stay.
    expect(await list()).toEqual(["First", "Second*"]);
    expect((await change(first.id, { title: "Still mine" })).status).toBe(200);
    expect((await create()).json.error).toBe(sentences.tooMany(1, "Free"));
  });
});

describe("the order and the default", () => {
  test("a form moves to any place, and another one becomes the default", async () => {
    const { ids, change, list } = await withForms("A", "B", "C");
    await change(ids[2], { position: 0 });
    expect(await list()).toEqual(["C", "A*", "B"]);
    await change(ids[0], { position: 99 });
    await change(ids[1], { isDefault: true });
    expect(await list()).toEqual(["C", "B*", "A"]);
  });

  test("the default form of an older version, which has no mark, stays it when another one is moved before it", async () => {
    const { owner, ids, change, list, read } = await withForms("A", "B", "C");
    await OptInForm.update({ isDefault: null }, { where: { workspaceId: owner.workspace.id } });
    expect(await list()).toEqual(["A*", "B", "C"]);
    expect((await read(ids[0])).json.form.isDefault).toBe(true);
    await change(ids[2], { position: 0 });
    expect(await list()).toEqual(["C", "A*", "B"]);
  });

  test.each<[Json, string, string]>([
    [{ isDefault: true }, "isDefault", sentences.defaultArchived],
    [{ isDefault: false }, "isDefault", sentences.defaultNeeded],
    [{ position: -1 }, "position", sentences.positionShape],
  ])("an archived form refuses %o", async (change, field, message) => {
    const owned = await withForms("A", "B");
    await owned.change(owned.ids[1], { isArchived: true });
    const { status, json } = await owned.change(owned.ids[1], change);
    expect([status, json.errors]).toEqual([400, [{ field, message }]]);
    expect(await owned.list()).toEqual(["A*", "(B)"]);
  });

  test("a form that gets another place is saved from a page that was open before", async () => {
    const { ids, read, change } = await withForms("A", "B");
    const { version } = (await read(ids[1])).json.form;
    for (const place of [{ position: 0 }, { isDefault: true }, { isArchived: true }, { isArchived: false }])
      expect((await change(ids[1], place)).json.form.version).toBe(version);
    expect((await change(ids[1], { title: "Saved", version })).status).toBe(200);
    expect((await change(ids[1], { title: "Again", version })).json.code).toBe("changed_meanwhile");
    expect((await change(ids[1], { position: 1, version })).json.code).toBe("changed_meanwhile");
  });
});

describe("addresses", () => {
  test("a form takes the address that another one of its workspace had, and a stranger does not", async () => {
    const { ids, change } = await withForms("A", "B");
    const stranger = await withForms("C");
    const earlier = `casa-${unique()}`;
    await change(ids[0], { slug: earlier });
    await change(ids[0], { slug: `${earlier}-new` });
    expect((await stranger.change(stranger.ids[0], { slug: earlier })).status).toBe(409);
    expect((await change(ids[1], { slug: earlier })).status).toBe(200);
    expect((await site.send(`/optin/${earlier}`)).status).toBe(200);
  });

  test("a new form is not given an address that leads to another one", async () => {
    const { create, change } = await withPlan();
    const name = `Spring ${unique()}`;
    const first = (await create({ name })).json.form;
    await change(first.id, { slug: `casa-${unique()}` });
    const second = (await create({ name })).json.form;
    expect(second.slug).not.toBe(first.slug);
  });

  test("a deleted form whose address another one took gets a new one once it is restored", async () => {
    const { ids, change, remove, create, token } = await withForms("A");
    const slug = `casa-${unique()}`;
    await change(ids[0], { slug });
    await remove(ids[0]);
    const { id } = (await create({ slug })).json.form;
    await change(id, { isArchived: true });
    const { json } = await site.send("/api/optin-settings", { token, json: {} });
    expect(json.settings._id).toBe(ids[0]);
    expect(json.settings.slug).not.toMatch(/^deleted-/);
  });

  test("what a visitor sends from another form's page is refused, because nobody saw the new consent", async () => {
    const { owner, platforms, ids, change } = await withForms("A", "B");
    const slug = `casa-${unique()}`;
    await change(ids[0], { slug });
    await change(ids[0], { slug: `${slug}-new` });
    await change(ids[1], { slug });
    const row = await OptInForm.findByPk(ids[1], { rejectOnEmpty: true });
    const form = { id: row.id, slug, owner, platforms, row };
    const { status, json } = await site.submit(form, { formKey: toPublicKey(ids[0]) });
    expect([status, json.code]).toEqual([403, "unverifiable_submission"]);
    expect((await site.submit(form, { formKey: toPublicKey(ids[1]) })).status).toBe(201);
  });
});

describe("archived and deleted forms", () => {
  test("a hundred forms can be archived, and no more", async () => {
    const { ids, change } = await withForms("A", "B");
    const { id: _, ...row } = (await OptInForm.findByPk(ids[1], { rejectOnEmpty: true })).get({
      plain: true,
    });
    const archivedAt = new Date();
    await OptInForm.bulkCreate(
      Array.from({ length: 100 }, () => ({
        ...row,
        slug: `archived-${unique()}`,
        isDefault: null,
        archivedAt,
      })),
    );
    const { status, json } = await change(ids[1], { isArchived: true });
    expect([status, json.code, json.error]).toEqual([409, "too_many_forms", sentences.tooManyArchived]);
  });

  test("claims of an archived form are checked and sent, while visitors find it closed", async () => {
    const { owner, platforms, ids, change, cookie, token } = await withForms("A", "Webinar");
    await connectMeta(owner);
    const row = await OptInForm.findByPk(ids[1], { rejectOnEmpty: true });
    const form = { id: row.id, slug: row.slug, owner, platforms, row };
    const { submissionId } = (await site.submit(form)).json;

    await change(ids[1], { isArchived: true });

    expect((await site.send(`/optin/${form.slug}`)).status).toBe(404);
    expect((await site.submit(form)).status).toBe(404);
    const list = await site.send("/dashboard/forms", { cookie });
    expect(list.text).toContain("1 claim to check");
    const waiting = paths.submissions({ form: form.id, truth: "waiting" });
    expect(list.text.replaceAll("&amp;", "&")).toContain(`href="${waiting}"`);
    const decided = await site.decide(token, submissionId, {
      status: "handled",
      amount: "250",
      currency: "EUR",
    });
    expect([decided.status, decided.json.eventStatus]).toEqual([200, "sent"]);
    expect((await site.send("/dashboard/forms", { cookie })).text).toContain("No claim waits.");
  });

  test("a visitor whose form was deleted while they typed reads that it is gone, and claims stay", async () => {
    const { owner, platforms, ids, remove, read } = await withForms("A", "B");
    const row = await OptInForm.findByPk(ids[1], { rejectOnEmpty: true });
    const form = { id: row.id, slug: row.slug, owner, platforms, row };
    await site.submit(form);
    expect((await site.send(`/optin/${form.slug}`)).status).toBe(200);

    expect((await remove(ids[1])).status).toBe(204);

    const late = await site.submit(form);
    expect([late.status, late.json.code]).toEqual([404, "not_found"]);
    expect((await read(ids[1])).status).toBe(404);
    expect(await Submission.count({ where: { formId: ids[1] } })).toBe(1);
    expect((await site.send(`/optin/${form.slug}`)).text).toContain(messages.optIn.gone);
  });
});

describe("who may", () => {
  test("the page of the default form acts on the form that it showed", async () => {
    const { ids, list, cookie } = await withForms("A", "B");
    const remove = () =>
      site.send("/dashboard/optin-settings", {
        cookie,
        form: { intent: "delete", shownForm: ids[0] },
        headers: { "sec-fetch-site": "same-origin" },
      });
    expect((await remove()).status).toBe(303);
    expect((await remove()).status).toBe(404);
    expect(await list()).toEqual(["B*"]);
  });

  test("a stranger's form is not found, by a program or on any page", async () => {
    const { ids } = await withForms("A", "B");
    const stranger = await withForms("C");
    const [id] = ids;
    const answers = [
      await stranger.read(id),
      await stranger.change(id, { name: "Mine" }),
      await stranger.remove(id),
      await stranger.create({ copyOf: id }),
    ];
    for (const part of [
      "",
      "/questions",
      "/consent",
      "/share",
      "/share/site",
      "/preview",
      "/slug?slug=casa-casa",
      "/qr/svg",
    ])
      answers.push(await site.send(`/dashboard/forms/${id}${part}`, { cookie: stranger.cookie }));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
    expect((await OptInForm.findByPk(id, { rejectOnEmpty: true })).name).toBe("A");
  });

  test("a member who may not change settings sees the forms and changes none", async () => {
    const { owner, ids } = await withForms("A", "B");
    const viewer = await createMember(owner, "viewer");
    const { change, list, cookie } = await signedIn(Object.assign(viewer, { workspace: owner.workspace }));
    const page = await site.send("/dashboard/forms", { cookie });
    expect([page.status, page.text.includes("Archive")]).toEqual([200, false]);
    expect(await list()).toEqual(["A*", "B"]);
    expect((await change(ids[1], { isDefault: true })).status).toBe(403);
  });
});
