import { expect, test } from "vitest";
import { inTransaction } from "#app/database/connection.server.ts";
import { DAY, HOUR, MINUTE } from "#app/lib/dates.ts";
import {
  BrokerLink,
  BrokerRow,
  DomainEvent,
  Evidence,
  LinkClick,
  MatchingKey,
  MatchingMark,
  RunningStatement,
  Submission,
} from "#app/models/index.server.ts";
import { consumeTogether } from "#app/services/domain-events/consume-together.server.ts";
import { recordEvents } from "#app/services/domain-events/record-events.server.ts";
import { type NewBrokerRow, NOTHING, saveBrokerRows } from "#app/services/evidence/broker-rows.server.ts";
import { deleteOldBrokerRows } from "#app/services/evidence/delete-old-rows.server.ts";
import { keyEarlierClaims, noticeClaims } from "#app/services/evidence/key-claims.server.ts";
import { saveMatchKeys } from "#app/services/evidence/match-keys.server.ts";
import { listKeysOfRow } from "#app/services/evidence/match-keys.ts";
import { matchMarked } from "#app/services/evidence/match-marked.server.ts";
import type { BrokerFacts } from "#app/services/evidence/match-rows.ts";
import { eraseClaim } from "#app/services/people/erase-claims.server.ts";
import { createForm, type Form, submitForm } from "../../factories/index.ts";

type Said = Partial<BrokerFacts> & { source?: NewBrokerRow["source"]; once?: string };

/** A deposit of 250 EUR, half an hour ago. */
function row({ source = "postback", once, ...facts }: Said = {}): NewBrokerRow {
  const at = new Date(Date.now() - 30 * MINUTE);
  const money = { kind: "deposit", amount: "250.00", currency: "EUR", at: { from: at, to: at } } as const;
  return { source, once: once ?? null, receivedAt: new Date(), facts: { ...NOTHING, ...money, ...facts } };
}

const placeOf = ({ owner, platforms: [platform] }: Form) => ({
  workspaceId: owner.workspace.id,
  platformId: platform?.id ?? "",
});

const save = (form: Form, ...rows: NewBrokerRow[]) =>
  inTransaction((transaction) => saveBrokerRows(placeOf(form), rows, transaction));

/** Lets the jobs work until nothing is marked. */
async function settle(): Promise<void> {
  await consumeTogether("claims-of-running-statements", noticeClaims);
  while (await matchMarked());
  await matchMarked();
}

/** "certain postback", of each claim or of nobody. */
async function listEvidence(form: Form): Promise<string[]> {
  const found = await Evidence.findAll({ where: { workspaceId: form.owner.workspace.id }, raw: true });
  return found
    .map(
      ({ submissionId, evidenceGroup, source }) =>
        `${submissionId ? "claim" : "nobody"} ${evidenceGroup} ${source}`,
    )
    .sort();
}

let accounts = 8_412_000;
function account(): string {
  accounts += 1;
  return String(accounts);
}

const claimed = (form: Form, reference: string, more: object = {}) =>
  submitForm(form, { reference, amount: "250", currency: "EUR", ...more });

test("a claim that changes while a broker's earlier claims are read keeps its newer keys", async () => {
  const form = await createForm();
  const [place, corrected] = [placeOf(form), account()];
  await save(form, row({ account: corrected }));
  const { id } = await claimed(form, account());
  const keys = listKeysOfRow(row({ account: corrected }).facts);
  const { reading } = await inTransaction(async (transaction) => {
    // As the consumer of its change does.
    await RunningStatement.findOne({ where: place, lock: transaction.LOCK.SHARE, transaction });
    await saveMatchKeys(place, [{ id, subject: "claim", keys }], transaction);
    const reading = keyEarlierClaims(place);
    // Until it has read the claim and wants to write.
    for (let at = 0; at < 100; at++) await MatchingKey.count({ transaction });
    return { reading };
  });
  await reading;
  const ofClaim = await MatchingKey.findAll({ where: { subject: "claim" }, raw: true });
  const ofRow = await MatchingKey.findAll({ where: { subject: "row" }, raw: true });
  expect(ofClaim.map(({ keyHash }) => keyHash)).toEqual(ofRow.map(({ keyHash }) => keyHash));
});

test("a postback that comes before its claim is its evidence once it is made, and one that comes after at once", async () => {
  const form = await createForm();
  const [before, after] = [account(), account()];
  await save(form, row({ account: before }));
  await settle();
  expect(await listEvidence(form)).toEqual(["nobody unmatched postback"]);
  const first = await claimed(form, before);
  await claimed(form, after);
  await settle();
  expect(await listEvidence(form)).toEqual(["claim certain postback"]);
  await save(form, row({ account: after }));
  await settle();
  expect(await listEvidence(form)).toEqual(["claim certain postback", "claim certain postback"]);
  const evidence = await Evidence.findOne({ where: { submissionId: first.id }, rejectOnEmpty: true });
  expect(JSON.parse(evidence.reasons).map(({ text }: { text: string }) => text)[0]).toBe(
    `The broker names the account number ${before}.`,
  );
  const events = await DomainEvent.findAll({
    where: { subjectId: first.id, type: "evidence.found" },
    raw: true,
  });
  expect(events).toHaveLength(1);
});

test("claims of before the first row are found by it", async () => {
  const form = await createForm();
  const reference = account();
  await claimed(form, reference);
  await settle();
  expect(await MatchingKey.count({ where: { workspaceId: form.owner.workspace.id } })).toBe(0);
  await save(form, row({ account: reference }));
  await settle();
  expect(await listEvidence(form)).toEqual(["claim certain postback"]);
});

test("the same evidence keeps its id, and another one replaces it", async () => {
  const form = await createForm();
  const reference = account();
  await claimed(form, reference);
  await save(form, row({ account: reference }));
  await settle();
  const find = () => Evidence.findAll({ where: { workspaceId: form.owner.workspace.id }, raw: true });
  const [first] = await find();
  await save(form, row({ account: account() }));
  await settle();
  expect((await find()).map(({ id }) => id)).toContain(first?.id);
  await save(form, row({ account: reference, kind: "reversal", amount: "-250.00" }));
  await settle();
  expect((await listEvidence(form)).filter((one) => one.startsWith("claim"))).toEqual([
    "claim contradicted postback",
    "claim contradicted postback",
  ]);
  const { workspaceId } = placeOf(form);
  expect(await DomainEvent.count({ where: { workspaceId, type: "submission.reversed" } })).toBe(1);
});

test("a row that says it comes once is stored once, also where two processes store it", async () => {
  const form = await createForm();
  const reference = account();
  const one = row({ account: reference, once: "transaction 1" });
  await save(form, one);
  const [known, other] = await save(form, one, row({ account: reference, once: "transaction 2" }));
  expect([known, typeof other]).toEqual([null, "string"]);
  await Promise.all([1, 2, 3].map(() => save(form, row({ account: reference, once: "transaction 3" }))));
  expect(await BrokerRow.count({ where: { workspaceId: form.owner.workspace.id } })).toBe(3);
  const api = await save(form, { ...one, source: "api" });
  expect(api).toEqual([expect.any(String)]);
});

test("a claim that is withdrawn leaves its row to another one", async () => {
  const form = await createForm();
  const reference = account();
  const first = await claimed(form, reference);
  const second = await claimed(form, reference);
  await save(form, row({ account: reference }));
  await settle();
  expect(await listEvidence(form)).toEqual(["claim contradicted postback", "claim likely postback"]);
  await Submission.update({ withdrawnAt: new Date() }, { where: { id: first.id } });
  await inTransaction(async (transaction) => {
    const { workspaceId } = placeOf(form);
    await recordEvents(
      [{ type: "submission.withdrawn", workspaceId, subjectId: first.id, payload: { from: "pending" } }],
      transaction,
    );
  });
  await settle();
  const found = await Evidence.findAll({ where: { workspaceId: form.owner.workspace.id }, raw: true });
  expect(found.map(({ submissionId, evidenceGroup }) => [submissionId, evidenceGroup])).toEqual([
    [second.id, "certain"],
  ]);
});

test("rows and claims that come in any order end in the same evidence", async () => {
  const say = async (order: "rows first" | "claims first" | "by turns") => {
    const form = await createForm();
    const names = Array.from({ length: 12 }, account);
    const rows = names.flatMap((name, index) => {
      const amount = index % 3 === 0 ? "100.00" : "250.00";
      const both = [row({ account: name, amount }), row({ account: name, amount, source: "api" })];
      return index % 2 === 0 ? both : both.slice(0, 1);
    });
    const claims = names.flatMap((name, index) =>
      index % 5 === 0 ? [name, name] : index % 7 === 0 ? [] : [name],
    );
    const saveRows = async () => {
      for (const one of order === "by turns" ? rows.toReversed() : rows) await save(form, one);
      await settle();
    };
    const makeClaims = async () => {
      for (const one of claims) {
        await claimed(form, one);
        if (order === "by turns") await settle();
      }
      await settle();
    };
    if (order === "claims first") await makeClaims();
    await saveRows();
    if (order !== "claims first") await makeClaims();
    return listEvidence(form);
  };
  const expected = await say("rows first");
  expect(expected.length).toBeGreaterThan(15);
  expect(await say("claims first")).toEqual(expected);
  expect(await say("by turns")).toEqual(expected);
});

test("rows of one broker neither find claims at another one nor wait for its rows", async () => {
  const [mine, theirs] = [await createForm(), await createForm()];
  const reference = account();
  await claimed(theirs, reference);
  await save(theirs, row({ account: account() }));
  await save(mine, row({ account: reference }));
  await settle();
  expect(await listEvidence(mine)).toEqual(["nobody unmatched postback"]);
  expect(await MatchingMark.count({ where: { workspaceId: placeOf(mine).workspaceId } })).toBe(0);
});

test("a row of 90 days ago is no longer matched", async () => {
  const form = await createForm();
  const reference = account();
  const old = new Date(Date.now() - 91 * DAY);
  await save(form, { ...row({ account: reference, at: { from: old, to: old } }), receivedAt: old });
  await settle();
  const recent = new Date(Date.now() - HOUR);
  await save(form, row({ account: account(), at: { from: recent, to: recent } }));
  await settle();
  expect(await listEvidence(form)).toEqual(["nobody unmatched postback"]);
});

test("an erased person leaves no row, no key and no evidence of theirs, and other claims are matched again", async () => {
  const form = await createForm();
  const [reference, click, other] = [account(), `click${account()}`, account()];
  const email = `erased-${reference}@example.com`;
  const claim = await submitForm(form, { email, reference, amount: "250", currency: "EUR" });
  await claimed(form, other);
  await save(
    form,
    row({ account: reference, email, phone: "+34600555123", clickId: click }),
    row({ account: other }),
    row({ account: null, email, kind: "registration", amount: null, currency: null }),
  );
  await settle();
  const { workspaceId } = placeOf(form);
  expect(await eraseClaim({ workspaceId, submissionId: claim.id, access: null })).toBe(true);
  await settle();
  const left = [
    ...(await BrokerRow.findAll({ where: { workspaceId }, raw: true })),
    ...(await Evidence.findAll({ where: { workspaceId }, raw: true })),
    ...(await MatchingKey.findAll({ where: { subjectId: claim.id }, raw: true })),
  ].map((one) => JSON.stringify(one));
  for (const text of [reference, email, click, "600555123"])
    expect(left.filter((one) => one.includes(text))).toEqual([]);
  expect((await listEvidence(form)).filter((one) => one === "claim certain postback")).toHaveLength(1);
});

test("rows are deleted after 90 days, totals after 400", async () => {
  const form = await createForm();
  const { workspaceId } = placeOf(form);
  await save(
    form,
    row({ account: account() }),
    row({ account: account(), kind: "sum", span: "lifetime", at: null }),
  );
  await settle();
  const count = () => BrokerRow.count({ where: { workspaceId } });
  await deleteOldBrokerRows(Date.now() + 89 * DAY);
  expect(await count()).toBe(2);
  await deleteOldBrokerRows(Date.now() + 91 * DAY);
  expect(await count()).toBe(1);
  await deleteOldBrokerRows(Date.now() + 401 * DAY);
  expect([await count(), await MatchingKey.count({ where: { workspaceId } })]).toEqual([0, 0]);
});

test("a postback that names a click of the claim's visit is its evidence, also of a click after the claim", async () => {
  const form = await createForm();
  const place = placeOf(form);
  const claim = await submitForm(form, { amount: "250", currency: "EUR" });
  const [mine, theirs] = [`visit${account()}`.padEnd(20, "a"), `visit${account()}`.padEnd(20, "b")];
  await Submission.update({ visitId: mine }, { where: { id: claim.id } });
  const link = await BrokerLink.create({
    ...place,
    code: `go${account()}`,
    name: "Spain",
    url: "https://one.example/a",
    host: "one.example",
    parameter: "sub_id",
    createdAt: new Date(),
  });
  const click = async (visitId: string, workspaceId = place.workspaceId) => {
    const id = `click${account()}`.padEnd(20, "c");
    await LinkClick.create({ id, workspaceId, linkId: link.id, visitId, createdAt: new Date() });
    return id;
  };
  await save(
    form,
    row({ clickId: await click(theirs) }),
    row({ subIds: ["autumn", (await click(mine)).toUpperCase()] }),
  );
  await settle();
  const found = await Evidence.findAll({ where: { ...place }, order: [["evidenceGroup", "ASC"]], raw: true });
  expect(found.map(({ submissionId, evidenceGroup }) => [submissionId, evidenceGroup])).toEqual([
    [claim.id, "certain"],
    [null, "unmatched"],
  ]);
});
