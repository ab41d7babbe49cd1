import { readFileSync, statSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { isSqlite } from "#app/database/connection.server.ts";
import { Delivery, Mail, Session, Submission } from "#app/models/index.server.ts";
import { paths } from "#app/paths.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { decideSubmission } from "#app/services/submissions/decide-submission.server.ts";
import { createPrivateToken } from "#app/services/submissions/private-links.server.ts";
import { listSavedViews, saveView } from "#app/services/submissions/saved-views.server.ts";
import {
  connectMeta,
  createForm,
  createMember,
  findAccess,
  signInAs,
  submitForm,
  toAccess,
  uniqueEmail,
} from "../../factories/index.ts";
import { eventually } from "../../support/eventually.ts";
import { serveSite } from "../../support/site.ts";

const site = serveSite();
const headers = { "sec-fetch-site": "same-origin" };

async function claimed() {
  const form = await createForm();
  await connectMeta(form.owner);
  const email = uniqueEmail();
  const claim = await submitForm(form, { email });
  const { workspaceId, id: submissionId } = claim;
  const input = { status: "handled" as const, amount: undefined, currency: undefined };
  await decideSubmission({ access: await findAccess(workspaceId), submissionId, input });
  await Delivery.update(
    { state: "sent", leaseToken: null, dueAt: null, attemptCount: 1 },
    { where: { submissionId } },
  );
  return { form, email, claim, ...(await signInAs(form.owner)) };
}

test("a person's claims are shown with consent and what was sent, and given as a file", async () => {
  const { email, claim, cookie } = await claimed();
  const { text } = await site.send(paths.person({ search: email }), { cookie });
  for (const part of [claim.consentText, claim.phone, "Meta", "Your activity off Meta technologies"])
    expect(text).toContain(part);
  expect((await site.send(paths.person({ search: "Iria" }), { cookie })).text).toContain(
    messages.people.searchShape,
  );

  const file = await site.send(paths.personExport({ search: email }), { cookie });
  expect(file.headers.get("content-disposition")).toContain("attachment");
  expect(file.json.claims).toMatchObject([
    {
      _id: claim.id,
      formData: { email },
      attribution: { consentText: claim.consentText },
      deliveries: [{ platform: "meta" }],
      emails: [],
    },
  ]);
});

test("the file of a person names the email with the private link, and not another owner's", async () => {
  const { form, email, claim, cookie } = await claimed();
  const other = await createForm();
  const foreign = await submitForm(other, { email });
  for (const [slug, { id }] of [
    [form.slug, claim],
    [other.slug, foreign],
  ] as const) {
    const path = paths.privateLink({ slug, token: createPrivateToken(id) });
    await site.send(path, { headers, form: { intent: "send-link" } });
  }
  expect(await Mail.count({ where: { toAddress: email } })).toBe(2);
  const file = await site.send(paths.personExport({ search: email }), { cookie });
  expect(file.json.claims).toMatchObject([{ emails: [{ kind: "private-link", to: email }] }]);
});

test("the search of claims leads to everything about a person, and a page of nobody to that search", async () => {
  const { form, email, claim, cookie } = await claimed();
  const shows = async (search: string) =>
    (await site.send(paths.submissions({ status: "all", search }), { cookie })).text.includes(
      `href="${paths.person({ search })}"`,
    );
  await form.row.update({ phoneCountry: "ES" });
  await claim.update({ phone: "+34600555987" });
  for (const search of [email, "+34600555987", "600555987"])
    expect([search, await shows(search)]).toEqual([search, true]);
  for (const search of ["Meta", "1250", claim.id])
    expect([search, await shows(search)]).toEqual([search, false]);
  const { status, headers } = await site.send(paths.person(), { cookie });
  expect([status, headers.get("location")]).toEqual([302, paths.submissions({ status: "all" })]);
});

test("a number that two people have in two countries is asked for with its country code", async () => {
  const { form, claim, cookie } = await claimed();
  await form.row.update({ phoneCountry: "ES" });
  const other = await createForm({ owner: form.owner, phoneCountry: "PL" });
  const phones = ["+34600555987", "+48600555987"];
  await claim.update({ phone: phones[0] });
  await submitForm(other, { email: uniqueEmail(), phone: phones[1] });
  const search = "600 555 987";
  const sentence = messages.people.severalNumbers(phones);
  const { status, text } = await site.send(paths.person({ search }), { cookie });
  expect([status, text.includes(sentence), text.includes("Erase this person")]).toEqual([200, true, false]);
  const file = await site.send(paths.personExport({ search }), { cookie });
  expect([file.status, file.text.includes(sentence)]).toEqual([400, true]);
});

test("a person is erased after an owner's password, and the ad platforms are named", async () => {
  const { form, email, claim, cookie, sessionId } = await claimed();
  const erase = (session: string, search = email) =>
    site.send(paths.person({ search: email }), {
      form: { intent: "erase", search },
      cookie: session,
      headers,
    });
  const manager = await signInAs(await createMember(form.owner, "manager"));
  expect((await erase(manager.cookie)).headers.get("location")).toBe("/unauthorized");
  expect(
    (await site.send(paths.personExport({ search: email }), { cookie: manager.cookie })).headers.get(
      "location",
    ),
  ).toBe("/unauthorized");
  await Session.update({ authenticatedAt: new Date(0) }, { where: { id: sessionId } });
  expect((await erase(cookie)).headers.get("location")).toContain("/reauthenticate");
  await Session.update({ authenticatedAt: new Date() }, { where: { id: sessionId } });
  expect((await erase(cookie, " ")).text).toContain(messages.people.searchShape);
  expect((await Submission.findByPk(claim.id))?.email).toBe(email);

  const response = await erase(cookie);
  expect([response.status, response.headers.get("location")]).toEqual([
    303,
    paths.person({ erased: "meta" }),
  ]);
  const { text } = await site.send(paths.person({ erased: "meta" }), { cookie });
  expect(text).toContain("Your activity off Meta technologies");
  const list = await site.send(paths.submissions({ status: "all" }), { cookie });
  expect(list.text).toContain("Erased person");
  expect(list.text).not.toContain(email);
});

test("somebody with many claims is shown by pages, exported whole and erased in the background", async () => {
  const form = await createForm({ allowRepeat: true });
  const { owner } = form;
  const { cookie } = await signInAs(owner);
  const email = uniqueEmail();
  await Promise.all(Array.from({ length: 101 }, () => submitForm(form, { email })));
  const view = { access: toAccess(owner), isShared: false };
  await saveView({ ...view, name: "Theirs", query: `?search=${encodeURIComponent(email)}` });
  await saveView({ ...view, name: "All", query: "?search=example.com" });

  const page = await site.send(paths.person({ search: email, page: 3 }), { cookie });
  expect(page.text).toContain("101 claims from this person");
  expect(page.text).toContain("101 – 101 of 101");
  const file = await site.send(paths.personExport({ search: email }), { cookie });
  expect(new Set(file.json.claims.map(({ _id }: { _id: string }) => _id)).size).toBe(101);

  const response = await site.send(paths.person({ search: email }), {
    form: { intent: "erase", search: email },
    cookie,
    headers,
  });

  const erased = response.headers.get("location") ?? "";
  expect(erased).toMatch(/job=/);
  await eventually(async () => expect(await Submission.count({ where: { email } })).toBe(0));
  await eventually(async () =>
    expect((await site.send(erased, { cookie })).text).toContain("has been erased from"),
  );
  const views = await listSavedViews({ workspaceId: owner.workspace.id, userId: owner.id });
  expect(views.map(({ name }) => name)).toEqual(["All"]);
});

test.runIf(isSqlite)(
  "what was erased is in no byte of the database's files, which only their user reads",
  async () => {
    const file = (process.env.DATABASE_URL ?? "").slice("sqlite:".length);
    const bytes = () =>
      ["", "-wal"]
        .map((part) => readFileSync(file + part, { flag: "a+" }))
        .map((one) => one.toString("latin1"));
    const form = await createForm();
    const { cookie } = await signInAs(form.owner);
    const reference = `88${Date.now()}`;
    const email = uniqueEmail();
    const phone = `+346${String(Date.now()).slice(-8)}`;
    for (let count = 0; count < 20; count++)
      expect((await site.submit(form, { email: uniqueEmail(), reference: `77${count}` })).status).toBe(201);
    const { status, json } = await site.submit(form, {
      email,
      phone,
      reference,
      amount: "20",
      currency: "EUR",
    });
    expect(status).toBe(201);
    await Submission.update({ decisionNote: `Asked ${email} twice` }, { where: { id: json.submissionId } });
    const values = [reference, email, phone.slice(1)];
    expect(bytes().some((one) => one.includes(reference))).toBe(true);
    const form_ = { intent: "erase", search: email };
    expect((await site.send(paths.person(), { cookie, headers, form: form_ })).status).toBe(303);
    await eventually(async () => {
      expect(await Submission.findByPk(json.submissionId)).toMatchObject({ phone: "" });
      const [inFile = "", inLog = ""] = bytes();
      expect(values.filter((value) => inFile.includes(value) || inLog.includes(value))).toEqual([]);
    });
    for (const one of [file, path.dirname(file)]) expect([one, statSync(one).mode & 0o077]).toEqual([one, 0]);
  },
);
