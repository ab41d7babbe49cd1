import { expect, test } from "vitest";
import { inTransaction } from "#app/database/connection.server.ts";
import { MINUTE } from "#app/lib/dates.ts";
import type { WorkspaceRole } from "#app/lib/domain.ts";
import { Evidence, KnownAccount } from "#app/models/index.server.ts";
import { type NewBrokerRow, NOTHING, saveBrokerRows } from "#app/services/evidence/broker-rows.server.ts";
import type { BrokerFacts } from "#app/services/evidence/match-rows.ts";
import { decideSubmission } from "#app/services/submissions/decide-submission.server.ts";
import { getSubmission } from "#app/services/submissions/get-submission.server.ts";
import {
  createForm,
  createMember,
  type Form,
  signInAs,
  submitForm,
  toAccess,
} from "../../factories/index.ts";
import { eventually } from "../../support/eventually.ts";
import { serveSite } from "../../support/site.ts";

const site = serveSite();

/** Stores postbacks of a deposit of 250 EUR half an hour ago. */
async function callBack(
  form: Form,
  ...said: (Partial<BrokerFacts> & Pick<Partial<NewBrokerRow>, "source">)[]
) {
  const at = new Date(Date.now() - 30 * MINUTE);
  const money = { kind: "deposit", amount: "250.00", currency: "EUR", at: { from: at, to: at } } as const;
  const rows = said.map(({ source = "postback", ...facts }) => ({
    source,
    once: null,
    receivedAt: new Date(),
    facts: { ...NOTHING, ...money, ...facts },
  }));
  const broker = { workspaceId: form.owner.workspace.id, platformId: form.platforms[0]?.id ?? "" };
  await inTransaction((transaction) => saveBrokerRows(broker, rows, transaction));
}

async function setUp() {
  const form = await createForm();
  const { token } = await signInAs(form.owner);
  const claim = await submitForm(form, { reference: "8412337", amount: "250", currency: "EUR" });
  const read = async () => (await site.read(token, claim.id)).json;
  const list = async (query = "") => (await site.send(`/api/evidence${query}`, { token })).json;
  const decide = (status: string) => site.decide(token, claim.id, { status });
  return { form, token, claim, read, list, decide };
}

test("what a broker calls back and answers of a claim is read with it, the newest first, and agrees", async () => {
  const { form, token, read, list, claim } = await setUp();
  await callBack(form, { account: "8412337" });
  await callBack(form, { account: "8412337", source: "api", amount: "249.00" }, { account: "8400001" });
  await eventually(async () => expect((await list()).evidence).toHaveLength(3));
  const { evidences, evidence } = await read();
  expect(evidence).toBeNull();
  expect(
    evidences.map((one: { source: string; group: string }) => `${one.source} ${one.group}`).sort(),
  ).toEqual(["api certain", "postback certain"]);
  expect(evidences[0]).toMatchObject({ submissionId: claim.id, decides: false, kind: "deposit" });
  expect((await list("?group=unmatched")).evidence).toMatchObject([{ submissionId: null, amount: "250" }]);
  expect((await list("?source=api")).evidence).toMatchObject([{ amount: "249", currency: "EUR" }]);
  expect((await site.send("/api/evidence?source=none", { token })).status).toBe(400);
});

test("support reads and decides a claim without what its broker says", async () => {
  const { form, claim, list } = await setUp();
  await callBack(form, { account: "8412337" });
  await eventually(async () => expect((await list()).evidence).toHaveLength(1));
  const key = { workspaceId: form.owner.workspace.id, submissionId: claim.id };
  const sources = async (role: WorkspaceRole) =>
    (await getSubmission({ ...key, role })).evidences?.map(({ source }) => source);
  expect([await sources("checker"), await sources("support")]).toEqual([["postback"], []]);
  const decision = { access: toAccess(form.owner), submissionId: claim.id, role: "support" as const };
  const { submission } = await decideSubmission({ ...decision, input: { status: "handled" } });
  expect(submission.evidences).toEqual([]);
});

test("a decision rests on certain evidence, teaches its account number, and forgets it when it is taken back", async () => {
  const { form, claim, read, list, decide } = await setUp();
  await callBack(form, { email: claim.email, account: "8499999" });
  await eventually(async () => expect((await list("?group=certain")).evidence).toHaveLength(1));
  expect((await decide("handled")).status).toBe(200);
  expect((await read()).evidences).toMatchObject([{ decides: true, source: "postback" }]);
  const accounts = async () =>
    (await KnownAccount.findAll({ where: { submissionId: claim.id }, raw: true })).map(
      ({ account }) => account,
    );
  expect(await accounts()).toEqual(["8499999"]);
  expect((await decide("pending")).status).toBe(200);
  expect(await accounts()).toEqual([]);
  expect(await Evidence.count({ where: { decides: claim.id } })).toBe(0);
});

test("a decision does not rest on what is only likely", async () => {
  const { form, claim, read, list, decide } = await setUp();
  await callBack(form, { account: "8412337", amount: null, currency: null, kind: "registration" });
  await eventually(async () => expect((await list("?group=likely")).evidence).toHaveLength(1));
  expect((await decide("handled")).status).toBe(200);
  expect((await read()).evidences).toMatchObject([{ decides: false }]);
  expect(await Evidence.count({ where: { decides: claim.id } })).toBe(0);
});

test("a checker and a viewer read evidence, another workspace sees none of it", async () => {
  const { form, list } = await setUp();
  await callBack(form, { account: "8412337" });
  await eventually(async () => expect((await list()).evidence).toHaveLength(1));
  for (const role of ["checker", "viewer"] as const) {
    const { token } = await signInAs(await createMember(form.owner, role));
    const headers = { "X-Workspace-Id": form.owner.workspace.id };
    const answer = await site.send("/api/evidence", { token, headers });
    expect([answer.status, answer.json.evidence.length]).toEqual([200, 1]);
  }
  const other = await createForm();
  const { token } = await signInAs(other.owner);
  expect((await site.send("/api/evidence", { token })).json).toEqual({ evidence: [], nextCursor: null });
});
