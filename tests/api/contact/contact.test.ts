import { describe, expect, test } from "vitest";
import { deleteOldRows } from "#app/jobs/retentions.server.ts";
import { ContactMessage, Mail } from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { issueFormToken } from "#app/services/opt-in-forms/form-tokens.server.ts";
import { uniqueEmail } from "../../factories/index.ts";
import { readText } from "../../support/html.ts";
import { CONTACT_TO, serveSite } from "../../support/site.ts";

const site = serveSite();
const { contact, fields } = messages;
const headers = { "sec-fetch-site": "same-origin" };

const body = (overrides: Record<string, unknown> = {}) => ({
  name: "Iria Núñez",
  email: uniqueEmail(),
  company: "Northgate",
  subject: "billing",
  message: "We would like the agency plan.\n\nFrom Monday on.",
  ...overrides,
});
const submit = (overrides?: Record<string, unknown>) =>
  site.send("/api/contact/submit", { json: body(overrides) });
/** A form that was shown five seconds ago. */
const shown = (now = Date.now() - 5_000) => ({
  ...(body() as Record<string, string>),
  intent: "contact",
  formToken: issueFormToken("call", now),
});
const post = (form: Record<string, string>) => site.send("/contact", { form, headers });

describe("POST /api/contact/submit", () => {
  test("POST /api/contact/submit stores the message and mails it to us, with the visitor's address as reply-to", async () => {
    const email = uniqueEmail();
    const { status, json } = await submit({ email });
    expect([status, json]).toEqual([201, { message: contact.sent }]);
    const sent = await site.mail.latest(CONTACT_TO, /Plans and billing: message from Iria Núñez/);
    expect(sent.replyTo?.[0]?.address).toBe(email);
    expect(sent.text).toContain("From Monday on.");
    expect(await ContactMessage.findAll({ raw: true })).toMatchObject([
      { email, name: "Iria Núñez", company: "Northgate", subject: "billing" },
    ]);
  });

  test.each([
    ["name", undefined, contact.nameShort],
    ["name", " A ", contact.nameShort],
    ["name", "a".repeat(101), fields.nameLong],
    ["name", "Iria 2", contact.nameLetters],
    ["email", undefined, fields.emailRequired],
    ["email", "nobody", fields.emailShape],
    ["company", "c".repeat(101), contact.companyLong],
    ["subject", "love", contact.subjectShape],
    ["subject", undefined, contact.subjectShape],
    ["message", "too short", contact.messageShort],
    ["message", "m".repeat(2001), contact.messageLong],
    ["message", "nothing \0 here", "Please check this value"],
  ])("POST /api/contact/submit refuses %s %j", async (field, value, message) => {
    const { status, json } = await submit({ [field]: value });
    expect([status, json.error, json.errors]).toEqual([400, message, [{ field, message }]]);
    expect(await Mail.count()).toBe(0);
  });

  test("POST /api/contact/submit takes a message of 2000 emoji, and no company", async () => {
    const { status } = await submit({ message: "🚀".repeat(2000), company: null });
    expect(status).toBe(201);
    expect(await ContactMessage.findOne({ raw: true })).toMatchObject({
      message: "🚀".repeat(2000),
      company: null,
    });
  });

  test("POST /api/contact/submit refuses what is not sent by a person: a filled honeypot, a browser's call without a token", async () => {
    const filled = await submit({ website: "https://spam.example" });
    const bare = await site.send("/api/contact/submit", { json: body(), headers });
    const form = await site.send("/api/contact/submit", { form: body() as Record<string, string> });
    for (const { status, json } of [filled, bare, form])
      expect([status, json.code, json.error]).toEqual([403, "unverifiable_submission", contact.unverifiable]);
    expect(await ContactMessage.count()).toBe(0);
  });
});

describe("contact page", () => {
  test("the contact page sends a message, says so, and has the subject of its address selected", async () => {
    const opened = await site.send("/contact?subject=billing");
    expect(opened.text).toMatch(/<option value="billing" selected="">/);
    const sent = await post(shown());
    expect([sent.status, sent.headers.get("location")]).toEqual([303, "/contact"]);
    const [cookie = ""] = (sent.headers.getSetCookie()[0] ?? "").split(";");
    expect((await site.send("/contact", { cookie })).text).toContain(contact.sent);
    expect(await ContactMessage.count()).toBe(1);
  });

  test("the contact page keeps its fields when an input is invalid, or its token is too young or too old", async () => {
    const wrong = await post({ ...shown(), message: "short" });
    expect([wrong.status, readText(wrong.text, "title")]).toEqual([400, "Error: Contact us | Attesto"]);
    expect(wrong.text).toContain(contact.messageShort);
    for (const at of [Date.now(), Date.now() - 25 * 3_600_000]) {
      const stale = await post(shown(at));
      expect([stale.status, stale.text.includes(contact.stale)]).toEqual([403, true]);
      expect(stale.text).toContain('value="Iria Núñez"');
    }
    expect(await ContactMessage.count()).toBe(0);
  });
});

test("messages of more than a year ago are deleted", async () => {
  const row = { name: "Iria", email: "iria@example.com", company: null, subject: "other" as const };
  const created = (days: number) => new Date(Date.now() - days * 86_400_000);
  await ContactMessage.bulkCreate([
    { ...row, message: "old", createdAt: created(366) },
    { ...row, message: "recent", createdAt: created(364) },
  ]);
  expect(await deleteOldRows("old contact messages")).toBe(false);
  expect((await ContactMessage.findAll()).map(({ message }) => message)).toEqual(["recent"]);
});

test("GET /api/contact/health is ok while the mail server responds", async () => {
  const { status, json } = await site.send("/api/contact/health");
  expect([status, json]).toEqual([200, { status: "ok" }]);
});
