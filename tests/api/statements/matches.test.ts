import { expect, test } from "vitest";
import { Delivery, StatementEvidence, Submission } from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { connectMeta, createForm, signInAs, submitForm } from "../../factories/index.ts";
import { deposit, readStatement, toCsv } from "../../support/broker-statement.ts";
import { eventually } from "../../support/eventually.ts";
import { readFlash } from "../../support/flash.ts";
import { serveSite } from "../../support/site.ts";

const site = serveSite();

async function setUp() {
  const form = await createForm();
  const { token, cookie } = await signInAs(form.owner);
  const upload = (...lines: string[]) => readStatement({ url: site.app.url, token, form }, toCsv(...lines));
  const call = (id: string, action: string, json?: object) =>
    site.send(`/api/statements/${id}/${action}`, { token, ...(json ? { json } : {}) });
  return { form, token, cookie, upload, call };
}

test("a statement pairs a claim without a number with a client of the same day and amount, and verifies it", async () => {
  const { form, upload, call } = await setUp();
  const [claim, other] = [
    await submitForm(form, { amount: "137.50" }),
    await submitForm(form, { amount: "9" }),
  ];
  const { id } = await upload(deposit("8412337", "137,00"), deposit("8412338", "55,00"));
  const pairs = () => call(id, "rows?group=pairs");
  expect((await pairs()).json.matches).toMatchObject([
    {
      group: "pairs",
      submissionIds: [claim.id],
      lines: [2],
      rows: [{ kind: "deposit", amount: "137.00", currency: "EUR", at: expect.any(String) }],
    },
  ]);
  const decide = (...some: object[]) => call(id, "decide", { pairs: some, status: "handled" });
  for (const [pair, sentence] of [
    [{ submissionId: claim.id, line: 1 }, "Line 1 is no deposit."],
    [{ submissionId: form.id, line: 2 }, "One of these claims is not at this statement’s broker."],
  ] as const)
    expect((await decide(pair)).json).toMatchObject({ error: sentence, code: "validation_failed" });
  const twice = await decide({ submissionId: claim.id, line: 2 }, { submissionId: other.id, line: 2 });
  expect(twice.json.error).toBe("Line 2 already confirms another claim.");

  expect(await decide({ submissionId: claim.id, line: 2 })).toMatchObject({
    status: 202,
    json: { job: { total: 1 } },
  });
  expect((await claim.reload()).status).toBe("handled");
  expect(claim.verifiedAmount).toMatch(/^137(\.0+)?$/);
  expect(await StatementEvidence.findOne({ where: { submissionId: claim.id } })).toMatchObject({
    lines: "[2]",
    statementId: id,
  });
  expect((await pairs()).json.pagination.total).toBe(0);
  await call(id, "undo", {});
  expect((await pairs()).json.pagination.total).toBe(1);
});

test("a rejected claim that a statement confirms is verified while it can be sent, and an undo rejects it again", async () => {
  const { form, token, upload, call } = await setUp();
  await connectMeta(form.owner);
  const claim = await submitForm(form, { reference: "8412337", amount: "250" });
  const waiting = await submitForm(form, { reference: "8412338", amount: "100" });
  await site.decide(token, claim.id, { status: "rejected", reason: "not_found" });
  const { id, groups } = await upload(deposit("8412337", "250,00"), deposit("8412338", "100,00"));
  expect(groups.certain.count).toBe(1);
  const { matches } = (await call(id, "rows?group=rejected")).json;
  expect(matches).toMatchObject([{ submissionIds: [claim.id], claims: [{ status: "rejected" }] }]);
  const [certain] = (await call(id, "rows?group=certain")).json.matches;
  const verify = (...matchIds: string[]) =>
    call(id, "decide", { matchIds, status: "handled", holdSeconds: 600 });
  expect((await verify(matches[0].id, certain.id)).status).toBe(400);
  expect(await verify(certain.id, form.id)).toMatchObject({
    status: 409,
    json: { code: "changed_meanwhile" },
  });

  const { sendBefore } = claim;
  await Submission.update({ sendBefore: new Date() }, { where: { id: claim.id } });
  expect((await verify(matches[0].id)).json.job.total).toBe(0);
  await Submission.update({ sendBefore }, { where: { id: claim.id } });
  expect((await verify(matches[0].id)).json.job.total).toBe(1);
  expect((await claim.reload()).status).toBe("handled");
  expect((await waiting.reload()).status).toBe("pending");
  expect((await call(id, "undo", {})).json).toEqual({ undone: 1, keptBecauseSent: [] });
  expect((await claim.reload()).status).toBe("rejected");
});

test("a search in a statement's group looks in its claims and in the cells of its rows", async () => {
  const { form, upload, call } = await setUp();
  const phone = "+34600111222";
  await submitForm(form, { reference: "8412337", email: "ann_50%@example.com", phone });
  await submitForm(form, { reference: "8412338", email: "ann-50x@example.com" });
  const { id } = await upload(
    deposit("8412337", "250,00"),
    deposit("8412338", "250,00"),
    deposit("999", "7,00"),
  );
  const search = async (text: string, group = "certain") =>
    (await call(id, `rows?group=${group}&search=${encodeURIComponent(text)}`)).json.pagination.total;
  expect(await search("ann")).toBe(2);
  expect(await search("N_50%")).toBe(1);
  expect(await search("600 111 222")).toBe(0);
  expect(await search("600111222")).toBe(1);
  expect(await search("8412338")).toBe(1);
  expect(await search("deposit example.com 8412337")).toBe(1);
  expect(await search('say "8412337"')).toBe(0);
  expect([await search("999"), await search("999", "unmatchedRows")]).toEqual([0, 1]);
});

test("sending now ends the wait of a statement's decision, and an undo then lists the claims that were sent", async () => {
  const { form, cookie, upload, call } = await setUp();
  await connectMeta(form.owner);
  const claim = await submitForm(form, { reference: "8412337", amount: "250" });
  const { id } = await upload(deposit("8412337", "250,00"));
  await call(id, "decide", { group: "certain", status: "handled", holdSeconds: 600 });
  const page = `/dashboard/statements/${id}`;
  const post = (intent: string) =>
    site.send(page, { cookie, headers: { "sec-fetch-site": "same-origin" }, form: { intent } });
  const read = async () => (await site.send(page, { cookie })).text;
  expect(await read()).toContain("You can undo it until");
  expect((await Delivery.findOne({ where: { submissionId: claim.id } }))?.attemptCount).toBe(0);

  expect(readFlash(await post("sendNow"))).toBe(messages.statements.sentNow);
  await eventually(async () => expect((await claim.reload()).eventStatus).toBe("sent"));
  expect(await read()).not.toContain("You can undo it until");
  expect((await post("sendNow")).text).toContain(messages.statements.sendNowFailed);
  await post("undo");
  for (const part of ["1 claim could not be undone.", claim.email]) expect(await read()).toContain(part);
});
