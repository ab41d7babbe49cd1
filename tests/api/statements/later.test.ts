import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { FILE_KINDS } from "#app/jobs/files.server.ts";
import { deleteOldRows } from "#app/jobs/retentions.server.ts";
import { DAY, HOUR, MINUTE } from "#app/lib/dates.ts";
import { verifyProof } from "#app/lib/proof/verify-proof.ts";
import {
  Delivery,
  DomainEvent,
  ImportPart,
  ProofEntry,
  Statement,
  StatementEvidence,
  StatementKey,
  StatementLine,
} from "#app/models/index.server.ts";
import { deleteOldFiles } from "#app/services/imports/delete-old-files.server.ts";
import { eraseClaim } from "#app/services/people/erase-claims.server.ts";
import { connectMeta, createForm, signInAs, submitForm } from "../../factories/index.ts";
import { eventually } from "../../support/eventually.ts";
import { readText } from "../../support/html.ts";
import { serveSite } from "../../support/site.ts";
import { createStatementsClient } from "../../support/statements-client.ts";

const site = serveSite();
const { upload, decide } = createStatementsClient(site);
const path = "/api/statements";

const open = async (cookie: string, id: string) =>
  toText((await site.send(`/dashboard/submissions?status=all&open=${id}`, { cookie })).text);

const toText = (html: string) => readText(html, "main") ?? "";

const time = (ms: number) => new Date(Date.now() - ms).toISOString().slice(0, 19).replace("T", " ");
const deposit = (login: string, amount = "250.00", before = MINUTE) =>
  `${login};${time(before)}Z;Deposit;${amount};EUR`;

test("a later claim is matched by keys without a person once the file is deleted, until the keys go too", async () => {
  const form = await createForm();
  const { token } = await signInAs(form.owner);
  const { id } = await upload(token, form, [deposit("8412338"), deposit("8412339")]);
  const expired = new Date(Date.now() - HOUR);
  await Statement.update({ expiresAt: expired }, { where: { id } });
  await deleteOldFiles(FILE_KINDS);
  expect(await Promise.all([ImportPart.count(), StatementLine.count()])).toEqual([0, 0]);
  const kept = await StatementKey.findAll({ raw: true });
  expect(kept).toHaveLength(2);
  expect(JSON.stringify(kept)).not.toContain("84123");
  await eventually(async () => expect((await Statement.findByPk(id))?.dueAt).toBeNull());

  const claim = await submitForm(form, { reference: "8412338", amount: "250" });
  await eventually(async () => {
    const { json } = await site.send(`${path}/${id}`, { token });
    expect(json.statement.groups).toMatchObject({ certain: { count: 1 } });
  });
  const { json } = await site.send(`${path}/${id}/rows?group=certain`, { token });
  expect(json.matches).toMatchObject([{ submissionIds: [claim.id], lines: [2], verifiedAmount: "250.00" }]);
  expect(await decide(token, id)).toBe(1);

  await Statement.update({ createdAt: new Date(Date.now() - 90 * DAY) }, { where: { id } });
  await deleteOldRows("old statements");
  expect(await Promise.all([Statement.count(), StatementKey.count()])).toEqual([0, 0]);
  expect((await site.read(token, claim.id)).json.evidence).toMatchObject({
    statementId: null,
    fileName: "april.csv",
    lines: [2],
  });
});

test("the same rows in another format change nothing that was decided, and a later row that takes one back flags it", async () => {
  const form = await createForm();
  await connectMeta(form.owner);
  const { token, cookie } = await signInAs(form.owner);
  const [verified, rejected] = [
    await submitForm(form, { reference: "8412337", amount: "250" }),
    await submitForm(form, { reference: "8412338", amount: "250" }),
  ];
  await site.decide(token, rejected.id, { status: "rejected", reason: "duplicate" });
  const rows = [deposit("8412337"), deposit("8412338")];
  const { id } = await upload(token, form, rows);
  expect(await decide(token, id)).toBe(1);
  await eventually(async () => expect((await verified.reload()).eventStatus).toBe("sent"));
  // Each file is evidence of its own.
  const read = () =>
    Promise.all(
      [verified, rejected].map(async (claim) => ({
        ...(await site.read(token, claim.id)).json,
        evidences: null,
      })),
    );
  const before = await read();
  const again = await upload(token, form, rows, { name: "april.tsv", separator: "\t" });
  expect(again.groups).toMatchObject({ certain: { count: 0 }, contradicted: { count: 0 } });
  expect(await decide(token, again.id)).toBe(0);
  expect(await read()).toEqual(before);

  const overlapping = [
    deposit("8410000", "70.00", DAY),
    ...rows,
    `8412337;${time(0)}Z;Chargeback;-250.00;EUR`,
  ];
  const later = await upload(token, form, overlapping, { name: "may.csv" });
  expect(later.groups).toMatchObject({ certain: { count: 0 }, contradicted: { count: 1 } });
  const reversals = [{ statementId: later.id, fileName: "may.csv", line: 5, at: expect.any(String) }];
  const events = await DomainEvent.findAll({ where: { type: "submission.reversed" } });
  expect(events.map(({ subjectId, payload }) => [subjectId, JSON.parse(payload)])).toEqual([
    [verified.id, { statementId: later.id }],
  ]);
  expect(await read()).toEqual([{ ...before[0], reversals }, before[1]]);
  const sheet = await open(cookie, verified.id);
  for (const shown of ["may.csv, line 5", "Meta has the event", "The broker took it back"])
    expect(sheet).toContain(shown);
  await site.send(`${path}/${later.id}`, { method: "DELETE", token });
  expect((await read())[0].reversals).toEqual(reversals);
});

test("a decided claim names its file, lines and reasons, and its proof the row until the person is erased", async () => {
  const form = await createForm();
  const { token, cookie } = await signInAs(form.owner);
  const claim = await submitForm(form, { reference: "8412337", amount: "250" });
  const row = deposit("8412337");
  const { id } = await upload(token, form, [row]);
  expect((await site.read(token, claim.id)).json.evidence).toBeNull();
  await decide(token, id);
  const by = { id: form.owner.id, name: form.owner.name };
  expect((await site.read(token, claim.id)).json.evidence).toEqual({
    statementId: id,
    fileName: "april.csv",
    lines: [2],
    decidedBy: by,
    reasons: expect.arrayContaining([expect.stringContaining("8412337")]),
  });
  expect(await open(cookie, claim.id)).toContain("Verified by you from april.csv, line 2");
  const file = await site.send("/api/optin/dashboard/submissions/export", { token });
  expect(file.text).toContain('"april.csv, 2"');

  const prove = async () => {
    const { text } = await site.send(`/api/proofs/${claim.id}`, { token });
    const { proof, problems } = await verifyProof(text);
    expect(problems).toEqual([]);
    const check = { headers: { "sec-fetch-site": "same-origin" }, form: { intent: "check", text } };
    const step = proof?.entries.find(({ record }) => record.kind === "decided");
    return { step, page: toText((await site.send("/proof", check)).text) };
  };
  const { step, page } = await prove();
  const rowHmac = createHmac("sha256", step?.salt ?? "")
    .update(JSON.stringify(row.split(";")))
    .digest("hex");
  expect(step?.record.facts).toMatchObject({ lines: "2", rowHmac });
  expect(step?.values).toEqual({ decidedBy: form.owner.name, statement: "april.csv" });
  expect(page).toContain("Step 2 rests on line 2 of the statement april.csv.");
  await eraseClaim({ workspaceId: claim.workspaceId, submissionId: claim.id, access: null });
  const erased = await prove();
  expect(erased.step).toMatchObject({ record: { facts: { rowHmac } }, salt: null, values: {} });
  expect(erased.page).toContain("Step 2 rests on line 2 of a statement.");
  expect(erased.page).toContain("nobody can recognize the row");
  expect(JSON.stringify(await ProofEntry.findAll({ raw: true }))).not.toContain("april.csv");
  expect(await StatementKey.count()).toBe(0);
});

test("an event is held no longer than its window, and no decision after an undo has the statement's evidence", async () => {
  const form = await createForm();
  await connectMeta(form.owner);
  const { token } = await signInAs(form.owner);
  const claim = await submitForm(form, { reference: "8412337", amount: "250" });
  // An hour before Meta's seven days are over we stop, and ten minutes before that no event is held.
  const createdAt = new Date(Date.now() - 7 * DAY + HOUR + 12 * MINUTE);
  await claim.update({ createdAt, sendBefore: new Date(Date.now() + 12 * MINUTE) });
  const row = deposit("8412337", "250.00", Date.now() - +createdAt);
  const { id } = await upload(token, form, [row]);
  expect(await decide(token, id, { holdSeconds: 600 })).toBe(1);
  const delivery = await Delivery.findOne({ rejectOnEmpty: true });
  expect(delivery).toMatchObject({ state: "queued", attemptCount: 0 });
  const waitMs = Number(delivery.dueAt) - Date.now();
  expect([waitMs > 0, waitMs <= 2 * MINUTE]).toEqual([true, true]);

  await site.send(`${path}/${id}/undo`, { method: "POST", token });
  await site.decide(token, claim.id, { status: "rejected", reason: "duplicate" });
  expect((await site.read(token, claim.id)).json.evidence).toBeNull();
  expect(await StatementEvidence.count()).toBe(0);
  expect((await upload(token, form, [row])).id).not.toBe(id);
});
