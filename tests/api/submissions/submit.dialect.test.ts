import { describe, expect, test } from "vitest";
import { OptInFormPlatform, Platform, Submission } from "#app/models/index.server.ts";
import { createForm, optInBody, submitForm, unique } from "../../factories/index.ts";
import { expectTotalsToBeTrue } from "../../support/counts.ts";
import { serveSite } from "../../support/site.ts";

const site = serveSite();

const toPath = ({ slug }: { slug: string }) => `/api/optin/${slug}/submit`;
const stored = (id: string) => Submission.findByPk(id, { rejectOnEmpty: true });
const race = <T>(count: number, start: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => start(index)));

describe("POST /api/optin/{slug}/submit", () => {
  test("POST /api/optin/{slug}/submit stores what a visitor confirms and gives its id and private link", async () => {
    const form = await createForm({ facebookPixelId: "1029384756" });
    const response = await site.submit(form, {
      email: "  Ana.María@Example.com ",
      phone: "0034 600 555 123",
      amount: "1.250,50",
      currency: "eur",
      reference: "Account 77 🎯",
      deviceId: "device-1",
      facebookPixelId: "1029384756",
    });
    expect(response.status).toBe(201);
    expect(response.json).toEqual({
      submissionId: expect.stringMatching(/^[\da-f-]{36}$/),
      privateHref: expect.stringMatching(new RegExp(`^/optin/${form.slug}/mine/[\\w.%-]+$`)),
      recorded: {
        confirmed: "€1,250.50 deposit",
        platform: form.platforms[0]?.name,
        email: expect.stringContaining("@"),
        phone: "+34 600 55 51 23",
        when: expect.stringMatching(/^\w+ \d+, \d{4}, \d\d:\d\d UTC$/),
      },
    });
    const row = await stored(response.json.submissionId);
    expect(row).toMatchObject({
      workspaceId: form.owner.workspace.id,
      formId: form.id,
      platformId: form.platforms[0]?.id,
      platformName: form.platforms[0]?.name,
      action: "deposit",
      email: "Ana.María@Example.com",
      emailKey: "ana.maría@example.com",
      uniqueEmail: "ana.maría@example.com",
      phone: "+34600555123",
      country: "ES",
      currency: "EUR",
      reference: "Account 77 🎯",
      deviceId: "device-1",
      facebookPixelId: "1029384756",
      status: "pending",
      eventStatus: null,
      handledAt: null,
      sendBefore: null,
      consentText: form.row.consentText,
    });
    expect(Number(row.amount)).toBe(1250.5);
    expect(row.consentAt).toEqual(row.createdAt);
    await expectTotalsToBeTrue();
  });

  test("POST /api/optin/{slug}/submit keeps its time to the millisecond", async () => {
    const now = new Date("2026-11-20T09:30:00.123Z");
    const { createdAt, consentAt } = await submitForm(await createForm(), { now });
    expect([createdAt, consentAt]).toEqual([now, now]);
  });
});

describe("submissions that race", () => {
  test("submissions whose platform is deleted meanwhile get an error at its field", async () => {
    const form = await createForm();
    expect((await site.send(`/api/optin/${form.slug}`)).status).toBe(200);
    await OptInFormPlatform.destroy({ where: { formId: form.id } });
    await Platform.destroy({ where: { id: form.platforms.map(({ id }) => id) } });
    const responses = await race(7, () => site.submit(form));
    expect(responses.map(({ status, json }) => [status, json.errors?.[0]?.field])).toEqual(
      Array(7).fill([400, "platform"]),
    );
    expect(await Submission.count()).toBe(0);
    await expectTotalsToBeTrue();
  });

  test("racing submissions with the same key and body become one row, and all learn its id", async () => {
    const form = await createForm();
    const body = optInBody(form, { submissionKey: unique() });
    const responses = await race(50, () => site.send(toPath(form), { json: body }));
    expect(new Set(responses.map(({ status, json }) => `${status} ${json.submissionId}`)).size).toBe(1);
    expect(responses[0]?.status).toBe(201);
    expect(await Submission.count()).toBe(1);
    await expectTotalsToBeTrue();
  });

  test("racing submissions with the same address have one winner", async () => {
    const form = await createForm();
    const email = `race-${unique()}@example.com`;
    const responses = await race(50, (index) =>
      site.submit(form, { email: index % 2 ? email : email.toUpperCase(), amount: String(100 + index) }),
    );
    const codes = responses.map(({ status, json }) => (status === 201 ? "stored" : json.code)).sort();
    expect(codes).toEqual([...Array(49).fill("duplicate_email"), "stored"]);
    expect(await Submission.count()).toBe(1);
    await expectTotalsToBeTrue();
  });

  test("racing submissions with the same key and other bodies have one winner", async () => {
    const form = await createForm();
    const submissionKey = unique();
    const responses = await race(50, () => site.submit(form, { submissionKey }));
    const codes = responses.map(({ status, json }) => (status === 201 ? "stored" : json.code)).sort();
    expect(codes).toEqual([...Array(49).fill("idempotency_key_reused"), "stored"]);
    expect(await Submission.count()).toBe(1);
  });

  test("racing submissions that differ are all stored and counted once", async () => {
    const forms = [await createForm(), await createForm()];
    const responses = await race(100, (index) => site.submit(forms[index % 2] as (typeof forms)[0]));
    expect(responses.every(({ status }) => status === 201)).toBe(true);
    expect(new Set(responses.map(({ json }) => json.submissionId)).size).toBe(100);
    expect(await Submission.count()).toBe(100);
    await expectTotalsToBeTrue();
  });

  test("racing submissions are all stored where repeats are allowed", async () => {
    const form = await createForm({ allowRepeat: true });
    const email = `race-${unique()}@example.com`;
    const responses = await race(30, () => site.submit(form, { email, submissionKey: unique() }));
    expect(responses.map(({ status }) => status)).toEqual(Array(30).fill(201));
    expect(await Submission.count()).toBe(30);
    await expectTotalsToBeTrue();
  });
});
