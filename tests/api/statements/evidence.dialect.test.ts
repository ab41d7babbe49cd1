import { expect, test } from "vitest";
import { Evidence, StatementEvidence } from "#app/models/index.server.ts";
import { eraseClaim } from "#app/services/people/erase-claims.server.ts";
import { copyEarlierEvidence } from "#app/services/statements/copy-evidence.server.ts";
import { readOlderFiles } from "#app/services/statements/read-older-files.server.ts";
import { createForm, signInAs, submitForm } from "../../factories/index.ts";
import { deposit, readStatement, toCsv } from "../../support/broker-statement.ts";
import { eventually } from "../../support/eventually.ts";
import { serveSite } from "../../support/site.ts";

const site = serveSite();

/** A file that confirms one claim, contradicts another one and has a client whom nobody claimed. */
async function setUp() {
  const form = await createForm();
  const { token } = await signInAs(form.owner);
  const certain = await submitForm(form, { reference: "8412337", amount: "250" });
  const contradicted = await submitForm(form, { reference: "8412338", amount: "100" });
  const text = toCsv(deposit("8412337", "250,00"), deposit("8412338", "900,00"), deposit("8410000", "33,00"));
  const { id } = await readStatement({ url: site.app.url, token, form }, text);
  const call = (action: string, json?: object) =>
    site.send(`/api/statements/${id}/${action}`, { method: "POST", token, ...(json ? { json } : {}) });
  const decide = async () => {
    expect((await call("decide", { group: "certain", status: "handled" })).status).toBe(202);
  };
  const workspaceId = form.owner.workspace.id;
  const list = async () => {
    const all = await Evidence.findAll({ where: { workspaceId }, order: [["lines", "ASC"]] });
    return all.map((one) => one.get());
  };
  return { token, workspaceId, certain, contradicted, id, call, decide, list };
}

test("what a statement says of each claim and client is evidence, and a decision names what it rests on", async () => {
  const { certain, contradicted, id, call, decide, list, token } = await setUp();
  const facts = { source: "statement", kind: "deposit", currency: "EUR", statementId: id };
  const found = [
    { ...facts, evidenceGroup: "certain", submissionId: certain.id, lines: "[2]", decides: null },
    { ...facts, evidenceGroup: "contradicted", submissionId: contradicted.id, lines: "[3]", decides: null },
    { ...facts, evidenceGroup: "unmatched", submissionId: null, lines: "[4]", decides: null },
  ];
  const first = await list();
  expect(first).toMatchObject(found);
  expect(first.map(({ amount }) => Number(amount))).toEqual([250, 900, 33]);
  expect(first[0]).toMatchObject({ at: expect.any(Date), receivedAt: expect.any(Date), commission: null });

  await decide();
  const decided = { decides: certain.id, jobId: expect.any(String), decidedAt: expect.any(Date) };
  expect(await list()).toMatchObject([{ ...found[0], ...decided }, found[1], found[2]]);
  const { evidence } = (await site.read(token, certain.id)).json;
  expect(evidence).toMatchObject({ statementId: id, lines: [2], reasons: expect.any(Array) });
  expect(evidence.reasons.every((reason: unknown) => typeof reason === "string")).toBe(true);

  expect((await call("undo")).json).toMatchObject({ undone: 1 });
  expect(await list()).toMatchObject(found);
  expect((await site.read(token, certain.id)).json.evidence).toBeNull();
});

test("a deleted statement leaves the evidence of its decisions alone, and an erased person leaves no words", async () => {
  const { certain, workspaceId, id, decide, list, token } = await setUp();
  await decide();
  await site.send(`/api/statements/${id}`, { method: "DELETE", token });
  const [left, ...others] = await list();
  expect([left, others]).toMatchObject([{ decides: certain.id, statementId: null, lines: "[2]" }, []]);
  const { json } = await site.send("/api/user/export", { token });
  expect(json).toMatchObject({
    evidence: [{ submissionId: certain.id, group: "certain", kind: "deposit" }],
    statementEvidence: [{ submissionId: certain.id, lines: [2], decidedAt: expect.any(String) }],
  });
  await eventually(async () =>
    expect(await eraseClaim({ workspaceId, submissionId: certain.id, access: null })).toBe(true),
  );
  expect(await list()).toMatchObject([{ decides: certain.id, reasons: "[]", accounts: null }]);
});

test("what the version before decides by statements, or takes back, becomes evidence", async () => {
  const { certain, contradicted, decide, list } = await setUp();
  await decide();
  const [written] = await list();
  const earlier = await StatementEvidence.findOne({ rejectOnEmpty: true });
  expect(JSON.parse(earlier.reasons)).toEqual(JSON.parse(written?.reasons ?? "").map(toText));

  await Evidence.destroy({ where: { decides: certain.id } });
  expect(await copyEarlierEvidence()).toBe(false);
  const copied = { decides: certain.id, lines: "[2]", jobId: written?.jobId, fileName: "deposits.csv" };
  expect((await list()).find(({ decides }) => decides !== null)).toMatchObject(copied);
  expect((await list()).filter(({ submissionId }) => submissionId === contradicted.id)).toHaveLength(1);

  await StatementEvidence.destroy({ where: { submissionId: certain.id } });
  await copyEarlierEvidence();
  expect((await list()).map(({ decides }) => decides)).toEqual([null, null, null]);
});

test("a statement that was matched before evidence was stored gets it by one more matching", async () => {
  const { list } = await setUp();
  const before = await list();
  await Evidence.destroy({ where: {} });
  await readOlderFiles();
  const facts = before.map(({ id: _, matchingId: _matching, ...one }) => one);
  await eventually(async () => expect(await list()).toMatchObject(facts));
});

const toText = ({ text }: { text: string }) => text;
