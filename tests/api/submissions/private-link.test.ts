import { describe, expect, test } from "vitest";
import { Delivery, Mail, Submission } from "#app/models/index.server.ts";
import { textsIn } from "#app/schemas/languages/index.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { eraseClaim } from "#app/services/people/erase-claims.server.ts";
import { createPrivateToken } from "#app/services/submissions/private-links.server.ts";
import { connectMeta, createForm, signInAs, submitForm, uniqueEmail } from "../../factories/index.ts";
import { send } from "../../support/client.ts";
import { expectTotalsToBeTrue } from "../../support/counts.ts";
import { readAttributes, readText } from "../../support/html.ts";
import { serveSite } from "../../support/site.ts";
import { startTestApp } from "../../support/start-for-test.ts";

const site = serveSite();

const toPath = ({ slug }: { slug: string }, id: string) => `/optin/${slug}/mine/${createPrivateToken(id)}`;
const withdraw = (path: string) =>
  site.send(path, { form: { intent: "withdraw" }, headers: { "sec-fetch-site": "same-origin" } });

describe("GET /optin/{slug}/mine/{token}", () => {
  test("GET /optin/{slug}/mine/{token} shows what was confirmed and that nothing was passed on yet", async () => {
    const form = await createForm();
    const email = uniqueEmail();
    const { id } = await submitForm(form, { email, amount: "250", currency: "EUR" });
    const { status, text, headers } = await site.send(toPath(form, id));
    expect(status).toBe(200);
    expect(readText(text, "h1")).toBe("It is recorded.");
    for (const shown of ["€250.00", form.platforms[0]?.name ?? "", "no one yet", "Withdraw my confirmation"])
      expect(text).toContain(shown);
    expect(readText(text, "dl")).toContain(email);
    expect(text).toContain("<dt>Broker</dt>");
    expect(text).toMatch(/<time[^>]*>\w+ \d+, \d{4}, \d\d:\d\d UTC<\/time>/);
    expect(text).toContain('<a href="/privacy-policy">Privacy</a>');
    expect(Object.fromEntries(headers)).toMatchObject({
      "cache-control": "no-store",
      "x-robots-tag": "noindex",
      "referrer-policy": "same-origin",
    });
    expect(text).not.toContain(form.owner.id);
    expect(text).not.toContain(form.owner.workspace.id);
  });

  test("GET /optin/{slug}/mine/{token} names the ad platform once it has the event", async () => {
    const form = await createForm();
    await connectMeta(form.owner);
    const { id } = await submitForm(form);
    const { token } = await signInAs(form.owner);
    await site.decide(token, id, { status: "handled" });
    const { text } = await site.send(toPath(form, id));
    expect(readText(text, "h1")).toBe("Verified.");
    expect(text).toContain(`${form.row.ownerName} found your deposit at the broker.`);
    expect(text).toContain("<dd>Meta</dd>");
  });

  test.each<[what: string, change: (path: string, other: string) => string]>([
    ["another form's slug", (path, other) => path.replace(/optin\/[^/]+/, `optin/${other}`)],
    ["a changed signature", (path) => path.replace(/\.(.)/, (_, first) => (first === "A" ? ".B" : ".A"))],
    ["no signature", (path) => path.split(".")[0] ?? ""],
    ["something that is no token", (path) => path.replace(/mine\/.*/, "mine/anything")],
  ])("GET /optin/{slug}/mine/{token} is a 404 with %s", async (_what, change) => {
    const [form, other] = [await createForm(), await createForm()];
    const { id } = await submitForm(form);
    const path = change(toPath(form, id), other.slug);
    for (const response of [await site.send(path), await withdraw(path)]) {
      expect(response.status).toBe(404);
      expect(response.headers.get("cache-control")).toBe("no-store");
    }
    expect(await Submission.findByPk(id)).toMatchObject({ withdrawnAt: null });
  });
});

describe("the account number on the private page", () => {
  const send = (path: string, reference: string) =>
    site.send(path, { form: { intent: "account", reference }, headers: { "sec-fetch-site": "same-origin" } });

  test("the account number can be added and corrected while the claim waits, each change once", async () => {
    const form = await createForm();
    await form.platforms[0]?.update({ accountField: "optional", accountName: "UID", accountExample: "4711" });
    const { id } = await submitForm(form);
    const path = toPath(form, id);
    expect((await site.send(path)).text).toMatch(/>UID.*for example 4711/);
    for (const [wrong, sentence] of [
      [" ", messages.fields.accountRequired(null, null)],
      ["8".repeat(101), messages.fields.accountLong],
    ] as const) {
      const { status, text } = await send(path, wrong);
      expect([status, text.includes(sentence)]).toEqual([400, true]);
    }
    for (const reference of ["8412337", " 8412337 ", "8412338"])
      expect((await send(path, reference)).status).toBe(303);
    const { text } = await site.send(`${path}?saved=yes`);
    expect(text).toContain(messages.optIn.accountSaved);
    expect(readText(text, "dl")).toContain("8412338");
    const { token } = await signInAs(form.owner);
    expect((await site.read(token, id)).json).toMatchObject({
      formData: { reference: "8412338" },
      referenceChangedAt: expect.any(String),
    });
    const proof = await site.send(`${path}/proof`);
    expect(proof.json.entries.map(({ record }: { record: { kind: string } }) => record.kind)).toEqual([
      "submitted",
      "answered",
      "answered",
    ]);

    expect((await send(path, "8412339")).status).toBe(303);
    const often = await send(path, "8412340");
    expect([often.status, often.text.includes(messages.optIn.accountTooOften)]).toEqual([409, true]);

    await site.decide(token, id, { status: "handled" });
    const late = await send(path, "8412341");
    expect([late.status, late.text.includes(messages.optIn.accountTooLate)]).toEqual([409, true]);
    expect((await Submission.findByPk(id))?.reference).toBe("8412339");
  });
});

describe("withdrawing a confirmation", () => {
  test("withdrawing a confirmation is asked about once, and reading the question changes nothing", async () => {
    const form = await createForm();
    const { id } = await submitForm(form);
    const path = toPath(form, id);
    const page = await site.send(path);
    expect(page.text).not.toContain('value="withdraw"');
    const href = readAttributes(page.text, "a", { class: "button withdraw" }).href?.split("#")[0] ?? "";
    const question = await site.send(href);
    expect(readText(question.text, "h2")).toBe("Withdraw your confirmation?");
    expect(readAttributes(question.text, "form")).toMatchObject({ method: "post" });
    expect(await Submission.findByPk(id)).toMatchObject({ withdrawnAt: null });
    expect((await withdraw(href)).status).toBe(303);
    expect(await Submission.findByPk(id)).toMatchObject({ withdrawnAt: expect.any(Date) });
  });

  test("withdrawing a confirmation takes the tick off its page, as a rejection does", async () => {
    const form = await createForm();
    const { token } = await signInAs(form.owner);
    const [kept, withdrawn, rejected] = [
      await submitForm(form),
      await submitForm(form),
      await submitForm(form),
    ];
    await withdraw(toPath(form, withdrawn.id));
    await site.decide(token, rejected.id, { status: "rejected" });
    const hasTick = async ({ id }: Submission) =>
      (await site.send(toPath(form, id))).text.includes("m85 101");
    expect(await Promise.all([kept, withdrawn, rejected].map(hasTick))).toEqual([true, false, false]);
  });

  test("withdrawing a confirmation frees the address, keeps the row, and shows it", async () => {
    const form = await createForm();
    const email = uniqueEmail();
    const { id } = await submitForm(form, { email });
    const path = toPath(form, id);
    const { status, headers } = await withdraw(path);
    expect([status, decodeURI(headers.get("location") ?? "")]).toEqual([303, path]);
    expect(readText((await site.send(path)).text, "h1")).toBe("You withdrew your confirmation.");
    expect(await Submission.findByPk(id)).toMatchObject({
      withdrawnAt: expect.any(Date),
      uniqueEmail: null,
      emailKey: email,
    });
    expect((await site.submit(form, { email })).status).toBe(201);
    await expectTotalsToBeTrue();
  });

  test("withdrawing a second time changes nothing", async () => {
    const form = await createForm();
    const { id } = await submitForm(form);
    await withdraw(toPath(form, id));
    const once = await Submission.findByPk(id, { raw: true });
    expect((await withdraw(toPath(form, id))).status).toBe(303);
    expect(await Submission.findByPk(id, { raw: true })).toEqual(once);
  });

  test("withdrawing a confirmation skips what is still to be sent, for good", async () => {
    const form = await createForm();
    const { assetId: pixelId } = await connectMeta(form.owner, { accessToken: "sandbox-token-expired" });
    const { id } = await submitForm(form);
    const { token } = await signInAs(form.owner);
    await site.decide(token, id, { status: "handled" });
    expect(await Delivery.findOne({ where: { submissionId: id } })).toMatchObject({ state: "parked" });
    await withdraw(toPath(form, id));
    expect(await Delivery.findOne({ where: { submissionId: id } })).toMatchObject({
      state: "skipped",
      dueAt: null,
    });
    await connectMeta(form.owner, { pixelId });
    const other = await submitForm(form);
    await site.decide(token, other.id, { status: "handled" });
    expect(site.sandbox.acceptedIds()).toHaveLength(1);
    expect((await site.read(token, id)).json.deliveries[0].state).toBe("skipped");
    await expectTotalsToBeTrue();
  });

  test("withdrawing a confirmation leaves what was sent as it is", async () => {
    const form = await createForm();
    await connectMeta(form.owner);
    const { id } = await submitForm(form);
    const { token } = await signInAs(form.owner);
    await site.decide(token, id, { status: "handled" });
    await withdraw(toPath(form, id));
    const { json } = await site.read(token, id);
    expect(json).toMatchObject({ status: "handled", eventStatus: "sent", withdrawnAt: expect.any(String) });
    expect(json.deliveries[0].state).toBe("sent");
  });

  test("withdrawing a confirmation ends the owner's decision: nothing is sent for it any more", async () => {
    const form = await createForm();
    await connectMeta(form.owner);
    const { id } = await submitForm(form);
    await withdraw(toPath(form, id));
    const { token } = await signInAs(form.owner);
    const { status, json } = await site.decide(token, id, { status: "handled" });
    expect([status, json.code]).toEqual([409, "withdrawn"]);
    expect(site.sandbox.events()).toEqual([]);
  });

  test("withdrawing a confirmation is refused from a foreign site", async () => {
    const form = await createForm();
    const { id } = await submitForm(form);
    const headers = { origin: "https://evil.example", "sec-fetch-site": "cross-site" };
    expect((await site.send(toPath(form, id), { form: { intent: "withdraw" }, headers })).status).toBe(403);
    expect(await Submission.findByPk(id)).toMatchObject({ withdrawnAt: null });
  });

  test("reading the private link changes nothing", async () => {
    const form = await createForm();
    const { id } = await submitForm(form);
    for (const method of ["GET", "HEAD"]) await site.send(toPath(form, id), { method });
    expect(await Submission.findByPk(id)).toMatchObject({ withdrawnAt: null });
  });
});

describe("a private link by email", () => {
  const ask = { form: { intent: "send-link" }, headers: { "sec-fetch-site": "same-origin" } };
  const countMails = (where = {}) => Mail.count({ where: { kind: "private-link", ...where } });

  test("a private link by email goes once to the claim's own address, in the form's language, and the answer is always the same", async () => {
    const languages = JSON.stringify({ default: "es", enabled: ["es"], automatic: true });
    const form = await createForm({ languages });
    const email = uniqueEmail();
    const { id } = await submitForm(form, { email, amount: "250", currency: "EUR" });
    const path = toPath(form, id);
    const { linkMail } = textsIn("es");
    expect((await site.send(path)).text).toContain(linkMail.offer);
    for (let press = 0; press < 3; press++) {
      const { status, headers } = await site.send(path, ask);
      expect([status, headers.get("location")]).toEqual([303, `${path}?sent=yes`]);
    }
    expect((await site.send(`${path}?sent=yes`)).text).toContain(linkMail.sent);
    const { subject = "", text = "", html } = await site.mail.latest(email);
    expect(await countMails({ toAddress: email })).toBe(1);
    expect(subject).toBe(linkMail.subject(String(form.row.ownerName)));
    expect(text).toContain(`${linkMail.open}:\nhttp`);
    expect(text.split("\n").some((line) => line.endsWith(path))).toBe(true);
    expect(html).toContain('<html lang="es"');
    for (const typed of [email, form.platforms[0]?.name ?? ""]) expect(text).not.toContain(typed);

    expect(await eraseClaim({ workspaceId: form.owner.workspace.id, submissionId: id, access: null })).toBe(
      true,
    );
    expect(await countMails({ toAddress: email })).toBe(0);
    expect((await site.send(path, ask)).status).toBe(404);
  });

  test("erasing a person deletes the email with the private link of that workspace's claim only", async () => {
    const email = uniqueEmail();
    const [form, other] = [await createForm({ allowRepeat: true }), await createForm()];
    const claims = [
      [form, await submitForm(form, { email })],
      [form, await submitForm(form, { email })],
      [other, await submitForm(other, { email })],
    ] as const;
    for (const [of, { id }] of claims) await site.send(toPath(of, id), ask);
    const [first, second, foreign] = claims.map(([, { id }]) => id);
    const listClaims = async () =>
      (await Mail.findAll({ where: { toAddress: email } })).map(({ submissionId }) => submissionId).sort();
    expect(await listClaims()).toEqual([first, second, foreign].sort());
    const workspaceId = form.owner.workspace.id;
    await eraseClaim({ workspaceId, submissionId: String(first), access: null });
    expect(await listClaims()).toEqual([second, foreign].sort());
    await eraseClaim({ workspaceId, submissionId: String(second), access: null });
    expect(await listClaims()).toEqual([foreign]);
  });

  test("a private link by email is sent three times a day to an address and thirty times an hour for an IP address", async () => {
    const app = await startTestApp({ env: { RATE_LIMIT_SCALE: "1" } });
    const form = await createForm({ allowRepeat: true });
    const email = uniqueEmail();
    const press = async (to: string) => {
      const path = toPath(form, (await submitForm(form, { email: to })).id);
      const { status, headers } = await send(app.url + path, ask);
      expect([status, headers.get("location")]).toEqual([303, `${path}?sent=yes`]);
    };
    for (let claim = 0; claim < 4; claim++) await press(email);
    expect(await countMails({ toAddress: email })).toBe(3);
    for (let claim = 4; claim < 31; claim++) await press(uniqueEmail());
    expect(await countMails()).toBe(3 + 26);
  });
});
