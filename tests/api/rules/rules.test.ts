import { expect, test } from "vitest";
import { inTransaction } from "#app/database/connection.server.ts";
import { MINUTE } from "#app/lib/dates.ts";
import { Session } from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { NOTHING, saveBrokerRows } from "#app/services/evidence/broker-rows.server.ts";
import { createForm, createKey, createMember, signInAs, submitForm } from "../../factories/index.ts";
import { deposit, readStatement, toCsv } from "../../support/broker-statement.ts";
import { eventually } from "../../support/eventually.ts";
import { serveSite } from "../../support/site.ts";

const site = serveSite();
const settings = { isOn: true, sources: ["statement", "postback", "api"], holdSeconds: 0 };

async function setUp() {
  const form = await createForm();
  const { token, sessionId } = await signInAs(form.owner);
  const platformId = form.platforms[0]?.id ?? "";
  const path = `/api/affiliate/${platformId}/rule`;
  const put = (json: object, by = token) => site.send(path, { method: "PUT", token: by, json });
  const say = (facts: object) =>
    inTransaction((transaction) =>
      saveBrokerRows(
        { workspaceId: form.owner.workspace.id, platformId },
        [
          {
            source: "api",
            once: null,
            receivedAt: new Date(),
            facts: {
              ...NOTHING,
              kind: "deposit",
              amount: "250.00",
              currency: "EUR",
              at: { from: new Date(Date.now() - 30 * MINUTE), to: new Date(Date.now() - 30 * MINUTE) },
              ...facts,
            },
          },
        ],
        transaction,
      ),
    );
  return { form, token, sessionId, path, put, say };
}

test("a rule verifies what the broker answers while one waits, and the claim says who decided and by what", async () => {
  const { form, token, put, say } = await setUp();
  expect((await put(settings)).json.rule).toMatchObject({ ...settings, needed: 1, pausedBecause: null });
  const claim = await submitForm(form, { reference: "8412337", amount: "250", currency: "EUR" });
  await say({ account: "8412337", email: claim.email });
  await eventually(async () => expect((await site.read(token, claim.id)).json.status).toBe("handled"));
  const { decidedBy, evidences } = (await site.read(token, claim.id)).json;
  expect(decidedBy).toEqual({
    kind: "rule",
    id: expect.any(String),
    name: `Rule for ${claim.platformName}`,
    evidenceIds: [evidences[0].id],
  });
  const list = async (query: string) =>
    (await site.send(`/api/optin/dashboard/submissions?${query}`, { token })).json.submissions.length;
  const { truth, byEvidence } = (await site.send("/api/optin/dashboard/submissions/stats", { token })).json;
  expect([truth.withWaiting, byEvidence]).toEqual([
    { claims: 0, verified: 0, share: null },
    { confirmed: 1, share: 1, byRule: 1, sources: { statement: 0, postback: 0, api: 1 } },
  ]);
  expect([await list("decidedBy=rule"), await list("decidedBy=api"), await list("evidence=certain")]).toEqual(
    [1, 0, 1],
  );
});

test("a statement that names number and email is decided by a rule as soon as it is read, and can be undone", async () => {
  const { form, token, put } = await setUp();
  await put({ ...settings, holdSeconds: 600 });
  const [both, alone] = [
    await submitForm(form, { reference: "8412337", amount: "250", currency: "EUR" }),
    await submitForm(form, { reference: "8412338", amount: "250", currency: "EUR" }),
  ];
  const text = `${toCsv(deposit("8412337", "250,00"), deposit("8412338", "250,00"))}`;
  const [heading = "", first = "", second = ""] = text.trim().split(/\r?\n/);
  const file = [`${heading};Email`, `${first};${both.email}`, `${second};`].join("\n");
  const { id } = await readStatement({ url: site.app.url, token, form }, file);
  await eventually(async () => expect((await site.read(token, both.id)).json.status).toBe("handled"));
  const decided = (await site.read(token, both.id)).json;
  expect(decided.decidedBy).toMatchObject({ kind: "rule" });
  expect(decided.evidence).toMatchObject({ statementId: id, lines: [2], decidedBy: null });
  expect((await site.read(token, alone.id)).json.status).toBe("pending");
  expect((await site.decide(token, both.id, { status: "pending" })).status).toBe(200);
  const undone = (await site.read(token, both.id)).json;
  expect([undone.status, undone.decidedBy, undone.evidence]).toEqual(["pending", null, null]);
});

test("a decision names the member or the key that made it", async () => {
  const { form, token } = await setUp();
  const [byMember, byKey] = [await submitForm(form), await submitForm(form)];
  const { key, apiKey } = await createKey(form.owner);
  await site.decide(token, byMember.id, { status: "rejected" });
  await site.decide(key, byKey.id, { status: "handled" });
  expect((await site.read(token, byMember.id)).json.decidedBy).toMatchObject({
    kind: "member",
    id: form.owner.id,
  });
  expect((await site.read(token, byKey.id)).json.decidedBy).toEqual({
    kind: "key",
    id: apiKey.id,
    name: apiKey.name,
    evidenceIds: [],
  });
});

test("owners and managers change a rule after a recent sign-in; checkers, keys and old sessions do not", async () => {
  const { form, token, sessionId, put, path } = await setUp();
  const manager = await signInAs(await createMember(form.owner, "manager"));
  const checker = await signInAs(await createMember(form.owner, "checker"));
  const { key } = await createKey(form.owner);
  expect((await put(settings, manager.token)).status).toBe(200);
  expect((await put(settings, checker.token)).json.code).toBe("role_refused");
  expect((await put(settings, key)).status).toBe(403);
  expect((await site.send(path, { token: checker.token })).status).toBe(200);
  await Session.update({ authenticatedAt: new Date(0) }, { where: { id: sessionId } });
  expect((await put({ ...settings, isOn: false })).json.code).toBe("reauthentication_required");
  expect((await site.send(path, { token })).json.rule.isOn).toBe(true);
});

const { rules, fields } = messages;
test.each<[wrong: object, field: string, message: string]>([
  [{ sources: [] }, "sources", rules.sourcesMissing],
  [{ sources: ["rumour"] }, "sources", rules.sourceUnknown],
  [{ sources: ["api"], needed: 2 }, "needed", rules.tooFewSources],
  [{ needed: 3 }, "needed", rules.neededShape],
  [{ perDay: 0 }, "perDay", rules.perDayShape],
  [{ perDay: 1.5 }, "perDay", rules.perDayShape],
  [{ holdSeconds: 601 }, "holdSeconds", rules.holdShape],
  [{ amountMax: { amount: "5", currency: "XXQ" } }, "amountMax", fields.currencyShape],
  [{ amountMax: { amount: "0.001", currency: "EUR" } }, "amountMax", fields.amountDigits],
])("a rule with %j is refused at its field %s: %s", async (wrong, field, message) => {
  const { put, path, token } = await setUp();
  const { status, json } = await put({ ...settings, ...wrong });
  expect([status, json.errors[0]]).toEqual([
    400,
    { field: expect.stringMatching(new RegExp(`^${field}`)), message },
  ]);
  expect((await site.send(path, { token })).json.rule.isOn).toBe(false);
});

test("another workspace's broker has no rule to read or change", async () => {
  const { path } = await setUp();
  const { token } = await signInAs((await createForm()).owner);
  expect((await site.send(path, { token })).status).toBe(404);
  expect((await site.send(path, { method: "PUT", token, json: settings })).status).toBe(404);
});
