import { expect, test } from "vitest";
import {
  Delivery,
  ImportPart,
  KnownAccount,
  Statement,
  StatementErasure,
  StatementEvidence,
  StatementLine,
  StatementMatch,
  Submission,
} from "#app/models/index.server.ts";
import { eraseClaim } from "#app/services/people/erase-claims.server.ts";
import { connectMeta, createForm, type Form, signInAs, submitForm } from "../../factories/index.ts";
import { eventually } from "../../support/eventually.ts";
import { serveSite } from "../../support/site.ts";

const site = serveSite();
const path = "/api/statements";

async function upload(token: string, form: Form, text: string, name = "deposits.csv") {
  const body = new FormData();
  body.set("platformId", form.platforms[0]?.id ?? "");
  body.set("file", new Blob([text]), name);
  const response = await fetch(site.app.url + path, {
    method: "POST",
    body,
    headers: { authorization: `Bearer ${token}` },
  });
  return { status: response.status, json: await response.json() };
}

/** Until the statement needs somebody, or is ready. */
async function untilRead(token: string, id: string) {
  return eventually(async () => {
    const { json } = await site.send(`${path}/${id}`, { token });
    expect(["ready", "columns", "failed"]).toContain(json.statement.status);
    return json.statement;
  });
}

const today = () => new Date().toISOString().slice(0, 10);
const csv = (...rows: string[]) => `Login;Time;Type;Amount;Currency\n${rows.join("\n")}\n`;

test("a statement verifies the claims whose account numbers are in it, and an undo takes it back", async () => {
  const form = await createForm();
  await connectMeta(form.owner);
  const { token } = await signInAs(form.owner);
  const [platformId] = form.platforms.map(({ id }) => id);
  const tier = {
    name: "All",
    minAmount: "0",
    maxAmount: null,
    type: "percentage",
    value: "25",
    currency: "EUR",
  };
  await site.send(`/api/affiliate/platforms/${platformId}/commission-tiers`, {
    method: "PATCH",
    token,
    json: { platformId, commissionTiers: [tier] },
  });
  const claim = (reference: string, amount: string) => submitForm(form, { reference, amount });
  const [first, second, other] = [
    await claim("8412337", "250"),
    await claim("8412338", "100"),
    await claim("8499999", "70"),
  ];
  const at = `${today()} 00:00:01`;
  const sent = await upload(
    token,
    form,
    csv(
      `8412337;${at};Deposit;250,00;EUR`,
      `8412338;${at};Deposit;101,00;EUR`,
      `8410000;${at};Deposit;33,00;EUR`,
    ),
  );
  expect(sent).toMatchObject({ status: 201, json: { isNew: true, statement: { status: "reading" } } });
  const { id } = sent.json.statement;
  const statement = await untilRead(token, id);
  expect(statement).toMatchObject({
    status: "ready",
    kind: "transactions",
    rows: 3,
    groups: { certain: { count: 2 }, unmatchedClaims: { count: 1 }, unmatchedRows: { count: 1 } },
    coverage: { claims: 3, found: 2 },
  });

  const plan = await site.send(`${path}/${id}/decide`, {
    token,
    json: { group: "certain", status: "handled", dryRun: true },
  });
  expect(plan.json).toMatchObject({
    wouldHandle: 2,
    wouldSend: 2,
    expired: 0,
    amountsDiffer: [{ submissionId: second.id, claimed: "100.00", verified: "101.00" }],
    sums: [{ amount: "351.00", currency: "EUR" }],
    commission: [{ amount: "87.75", currency: "EUR" }],
    adPlatforms: [{ id: "meta", wouldSend: 2, expired: 0, notCovered: 0, skipped: 0 }],
  });
  expect(await Submission.count({ where: { status: "handled" } })).toBe(0);

  const decided = await site.send(`${path}/${id}/decide`, {
    token,
    json: { group: "certain", status: "handled", version: statement.version, holdSeconds: 600 },
  });
  expect(decided).toMatchObject({ status: 202, json: { job: { total: 2 } } });
  await eventually(async () => {
    expect(await Submission.count({ where: { status: "handled" } })).toBe(2);
  });
  expect((await second.reload()).verifiedAmount).toMatch(/^101/);
  const confirmed = async () => (await site.send("/api/analytics", { token })).json.totals.byStatement;
  await eventually(async () => {
    expect(await confirmed()).toEqual({ confirmed: 2, share: 1 });
  });
  expect((await other.reload()).status).toBe("pending");
  const deliveries = await Delivery.findAll();
  expect(deliveries.map(({ state, attemptCount }) => [state, attemptCount])).toEqual([
    ["queued", 0],
    ["queued", 0],
  ]);
  for (const { dueAt } of deliveries) expect(Number(dueAt) - Date.now()).toBeGreaterThan(500_000);

  await eventually(async () => {
    expect((await site.send(`${path}/${id}`, { token })).json.statement.status).toBe("ready");
  });
  expect((await site.send(`${path}/${id}/undo`, { method: "POST", token })).json).toEqual({
    undone: 2,
    keptBecauseSent: [],
  });
  expect((await first.reload()).status).toBe("pending");
  await eventually(async () => {
    expect(await confirmed()).toEqual({ confirmed: 0, share: null });
  });
  expect(await Delivery.count({ where: { state: "queued" } })).toBe(0);
});

test("an undo leaves what somebody decided since, and claims that the file lacks are never verified together", async () => {
  const form = await createForm();
  const { token } = await signInAs(form.owner);
  const [claim, missing] = [
    await submitForm(form, { reference: "8412337", amount: "250" }),
    await submitForm(form, { reference: "8499999", amount: "70" }),
  ];
  const { json } = await upload(token, form, csv(`8412337;${today()} 00:00:01;Deposit;250,00;EUR`));
  const { id } = await untilRead(token, json.statement.id);
  const decide = (more: object) => site.send(`${path}/${id}/decide`, { token, json: more });
  expect(await decide({ group: "unmatchedClaims", status: "handled" })).toMatchObject({ status: 400 });
  await decide({ group: "certain", status: "handled" });
  await eventually(async () => expect((await claim.reload()).status).toBe("handled"));
  await eventually(async () => expect((await untilRead(token, id)).status).toBe("ready"));
  await site.decide(token, claim.id, { status: "pending" });
  await site.decide(token, claim.id, { status: "rejected", reason: "duplicate" });
  const undone = await site.send(`${path}/${id}/undo`, { method: "POST", token });
  expect(undone.json).toEqual({ undone: 0, keptBecauseSent: [] });
  expect(await claim.reload()).toMatchObject({ status: "rejected", decisionReason: "duplicate" });
  expect((await missing.reload()).status).toBe("pending");
});

test("erasing a person erases them from rows, matches, evidence and the file, and the statement still works", async () => {
  const form = await createForm();
  const { token } = await signInAs(form.owner);
  const email = "trace-of@example.com";
  const claim = await submitForm(form, { email, phone: "+34600555987", reference: "8412337", amount: "250" });
  const other = await submitForm(form, { email: "other@example.com", reference: "8412338", amount: "100" });
  const at = `${today()} 00:00:01`;
  const file = [
    "Login;Email;Phone;Name;Time;Amount;Currency",
    `8412337;TRACE-OF@example.com;0034600555987;Trace-Of Person;${at};250,00;EUR`,
    `8412337;;;Trace-Of Person;${at};70,00;EUR`,
    `8412338;other@example.com;;Other Person;${at};100,00;EUR`,
  ].join("\n");
  const first = await untilRead(token, (await upload(token, form, file)).json.statement.id);
  await site.send(`${path}/${first.id}/decide`, {
    token,
    json: { group: "certain", status: "handled", holdSeconds: 600 },
  });
  await eventually(async () => expect((await claim.reload()).status).toBe("handled"));
  const second = `${file}\n8412337;;;Trace-Of Person;${at};9,00;EUR`;
  const { id } = await untilRead(token, (await upload(token, form, second)).json.statement.id);
  expect(await KnownAccount.count()).toBe(2);

  const { id: submissionId, workspaceId } = claim;
  const stranger = await submitForm(form, { email: "in-no-file@example.com", reference: "9000001" });
  expect(await eraseClaim({ workspaceId, submissionId: stranger.id, access: null })).toBe(true);
  await eventually(async () => expect(await StatementErasure.count()).toBe(0));
  expect(await eraseClaim({ workspaceId, submissionId, access: null })).toBe(true);
  await eventually(async () => expect(await StatementErasure.count()).toBe(0));
  await untilRead(token, first.id);
  const statement = await untilRead(token, id);

  const tables = [StatementLine, StatementMatch, StatementEvidence, Statement, KnownAccount];
  const text = JSON.stringify(
    await Promise.all(tables.map((table) => (table as typeof Statement).findAll())),
  );
  expect(text.match(/trace-of|600555987|8412337/gi)).toBeNull();
  expect(text).toContain("other@example.com");
  expect(await ImportPart.count()).toBe(0);
  expect(statement).toMatchObject({ status: "ready", rows: 4 });
  expect((await other.reload()).status).toBe("handled");
  expect(await KnownAccount.count()).toBe(1);

  for (const one of [first.id, id]) await site.send(`${path}/${one}`, { method: "DELETE", token });
  const deleted = [Statement, ImportPart, StatementLine, StatementMatch];
  expect(await Promise.all(deleted.map((table) => (table as typeof Statement).count()))).toEqual([
    0, 0, 0, 0,
  ]);
  expect(await StatementEvidence.count({ where: { statementId: null } })).toBe(2);
});
