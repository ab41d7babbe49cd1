import { expect, test } from "vitest";
import { inTransaction } from "#app/database/connection.server.ts";
import { MINUTE } from "#app/lib/dates.ts";
import {
  Delivery,
  DomainEvent,
  Evidence,
  Notification,
  PostbackAddress,
  ProofEntry,
  RuleDecision,
  Submission,
  VerificationRule,
} from "#app/models/index.server.ts";
import { RuleBody } from "#app/schemas/rules.ts";
import { type NewBrokerRow, NOTHING, saveBrokerRows } from "#app/services/evidence/broker-rows.server.ts";
import type { BrokerFacts } from "#app/services/evidence/match-rows.ts";
import { notifyOfRule } from "#app/services/notifications/notify-of-rules.server.ts";
import { savePostbackAddress } from "#app/services/postbacks/manage-postbacks.server.ts";
import { getRule, saveRule, tryRule } from "#app/services/rules/manage-rules.server.ts";
import { verifyByRule } from "#app/services/rules/verify-claims.server.ts";
import { changeReference } from "#app/services/submissions/change-reference.server.ts";
import { decideBatch } from "#app/services/submissions/decide-batch.server.ts";
import { addSearchWords } from "#app/services/submissions/search-words.server.ts";
import { connectMeta, createForm, type Form, findAccess, submitForm } from "../../factories/index.ts";
import { matchAll, workOnRules } from "../../support/brokers.ts";

type Said = Partial<BrokerFacts> & { source?: NewBrokerRow["source"] };

const placeOf = ({ owner, platforms: [platform] }: Form) => ({
  workspaceId: owner.workspace.id,
  platformId: platform?.id ?? "",
});

/** A deposit of 250 EUR, half an hour ago. */
async function say(form: Form, ...said: Said[]): Promise<void> {
  const at = new Date(Date.now() - 30 * MINUTE);
  const money = { kind: "deposit", amount: "250.00", currency: "EUR", at: { from: at, to: at } } as const;
  const rows = said.map(({ source = "postback", ...facts }) => ({
    source,
    once: null,
    receivedAt: new Date(),
    facts: { ...NOTHING, ...money, ...facts },
  }));
  await inTransaction((transaction) => saveBrokerRows(placeOf(form), rows, transaction));
  await settle();
}

/** Lets the jobs work until nothing is left. */
async function settle(): Promise<void> {
  await matchAll();
  await workOnRules();
}

const rule = (more: object = {}) => RuleBody.parse({ isOn: true, sources: ["postback", "api"], ...more });

/** A form whose broker calls an address that only whoever knows its secret may call. */
async function setUp(more: object = {}) {
  const form = await createForm();
  await connectMeta(form.owner);
  const { workspaceId, platformId } = placeOf(form);
  const access = await findAccess(workspaceId);
  await savePostbackAddress({ access, platformId, input: { secret: "parameter" } });
  const save = (input = rule(more)) => saveRule({ access, platformId, input });
  await save();
  return { form, access, workspaceId, platformId, save };
}

let accounts = 8_512_000;
function account(): string {
  accounts += 1;
  return String(accounts);
}

const claimed = (form: Form, more: object = {}) =>
  submitForm(form, { amount: "250", currency: "EUR", reference: account(), ...more });

const statusOf = async ({ id }: { id: string }) =>
  (await Submission.findByPk(id, { rejectOnEmpty: true })).status;

test("a rule verifies by number and email at once, holds the event, and says what it rests on", async () => {
  const { form } = await setUp();
  const claim = await claimed(form);
  await say(form, { account: claim.reference, email: claim.email });
  const decided = await Submission.findByPk(claim.id, { rejectOnEmpty: true });
  expect(decided).toMatchObject({
    status: "handled",
    decidedByUserId: null,
    restsOn: "postback",
    confirmedByStatement: null,
  });
  expect(Number(decided.verifiedAmount)).toBe(250);
  const own = await VerificationRule.findOne({ where: placeOf(form), rejectOnEmpty: true });
  expect(decided.decidedByRuleId).toBe(own.id);
  const delivery = await Delivery.findOne({ where: { submissionId: claim.id }, rejectOnEmpty: true });
  expect([delivery.state, delivery.attemptCount]).toEqual(["queued", 0]);
  const heldMs = Number(delivery.dueAt) - Date.now();
  expect(heldMs).toBeGreaterThan(8 * MINUTE);
  expect(heldMs).toBeLessThanOrEqual(10 * MINUTE);
  const proofs = await ProofEntry.findAll({ where: { submissionId: claim.id }, raw: true });
  const facts = proofs.map(({ record }) => JSON.parse(record)).find(({ kind }) => kind === "decided").facts;
  expect(facts).toMatchObject({ by: "rule", evidence: expect.stringMatching(/^postback deposit /) });
  const event = await DomainEvent.findOne({
    where: { subjectId: claim.id, type: "submission.decided" },
    rejectOnEmpty: true,
  });
  expect(JSON.parse(event.payload)).toMatchObject({ by: null, isByRule: true });
});

test("an email, a phone, a number alone and a total are left to a member, and move the claim up", async () => {
  const { form } = await setUp();
  const [byEmail, byNumber, byTotal] = [await claimed(form), await claimed(form), await claimed(form)];
  await say(
    form,
    { email: byEmail.email, phone: byEmail.phone },
    { account: byNumber.reference },
    { account: byTotal.reference, email: byTotal.email, kind: "sum" },
  );
  for (const claim of [byEmail, byNumber, byTotal]) {
    const { status, brokerSays } = await Submission.findByPk(claim.id, { rejectOnEmpty: true });
    expect([status, brokerSays]).toEqual(["pending", expect.stringMatching(/^(certain|likely)$/)]);
  }
  expect(await RuleDecision.count({ where: { workspaceId: form.owner.workspace.id } })).toBe(0);
});

test("a number that an earlier claim of the same email has taught names nobody a second time", async () => {
  const { form, access, workspaceId } = await setUp();
  const first = await claimed(form);
  await say(form, { account: "8700001", email: first.email });
  const decision = {
    submissionId: first.id,
    decider: { kind: "member", userId: access.userId ?? "" } as const,
    access,
    isInBackground: true,
    input: { status: "handled" as const },
  };
  expect(await decideBatch(workspaceId, [decision])).toEqual([{ kind: "changed" }]);
  const form2 = await createForm({ owner: form.owner, platforms: form.platforms });
  const planted = await claimed(form2, { email: first.email, amount: "400" });
  await say(form, { account: "8700001", email: first.email, amount: "400.00" });
  expect(await statusOf(planted)).toBe("pending");
});

test("a login that is the email or the phone number names nobody a second time", async () => {
  const { form } = await setUp();
  const email = `rosa-${account()}@example.com`;
  const [byEmail, byPhone] = [await claimed(form, { email, reference: email }), await claimed(form)];
  const digits = byPhone.phone.slice(1);
  const phones = await claimed(form, { phone: byPhone.phone, reference: digits });
  const local = await claimed(form, { email: "mario8512@example.com", reference: "mario-8512" });
  await say(
    form,
    { account: email },
    { account: digits, phone: byPhone.phone },
    { account: "mario8512", email: local.email },
  );
  for (const claim of [byEmail, phones, local]) expect(await statusOf(claim)).toBe("pending");
});

test("a list of numbers names no account to a rule", async () => {
  const { form } = await setUp();
  const right = account();
  const [list, words] = [
    await claimed(form, { reference: `${account()} ${right} ${account()}` }),
    await claimed(form, { reference: `MT5 ${account()} (EUR)` }),
  ];
  const [, typed = ""] = words.reference?.split(" ") ?? [];
  await say(form, { account: right, email: list.email }, { account: typed, email: words.email });
  expect([await statusOf(list), await statusOf(words)]).toEqual(["pending", "handled"]);
});

test.each<[key: string, said: Partial<BrokerFacts>, first: object, second: object]>([
  [
    "mailbox",
    { email: "rosa.gil@gmail.com" },
    { email: "rosagil+1@gmail.com" },
    { email: "rosagil+2@gmail.com" },
  ],
  ["phone number", { phone: "+34600111222" }, { phone: "+34600111222" }, { phone: "+34600111222" }],
])(
  "whoever tries several numbers with one %s is left to a member, also if the first try is withdrawn",
  async (_key, said, first, second) => {
    const { form, platformId } = await setUp();
    const [tried, fits] = [await claimed(form, first), await claimed(form, second)];
    await addSearchWords();
    await Submission.update({ withdrawnAt: new Date() }, { where: { id: tried.id } });
    await say(form, { account: fits.reference, ...said });
    const { status, brokerSays } = await Submission.findByPk(fits.id, { rejectOnEmpty: true });
    expect([status, brokerSays]).toEqual(["pending", "certain"]);
    const { refusals } = await tryRule(form.owner.workspace, { platformId, input: rule() });
    expect(refusals).toEqual({ guessed: 1 });
  },
);

test("a campaign's name in the place of a click ID names nobody", async () => {
  const { form } = await setUp();
  const claims = [await claimed(form), await claimed(form)];
  const id = claims.map((claim) => claim.id);
  await Submission.update({ gclid: "tiktok-autumn" }, { where: { id } });
  const [first, second] = claims.map(({ reference }) => reference);
  await say(
    form,
    { account: first ?? null, clickId: "tiktok-autumn" },
    { account: second ?? null, clickId: "0a9b8c7d6e5f4a3b", subIds: ["tiktok-autumn"] },
  );
  for (const claim of claims) expect(await statusOf(claim)).toBe("pending");
});

test("our click ID that another workspace issued, or that a visitor states, verifies nothing", async () => {
  const { form } = await setUp();
  const claim = await claimed(form);
  const clickId = "k3x9q2m7w1z8v5b4n6c0";
  await Submission.update({ gclid: clickId }, { where: { id: claim.id } });
  await say(form, { clickId });
  expect(await statusOf(claim)).toBe("pending");
});

test("decisions at the same time keep the limit of a day together", async () => {
  const { form, platformId, workspaceId, save } = await setUp({ isOn: false });
  const claims: Submission[] = [];
  for (let at = 0; at < 8; at += 1) claims.push(await claimed(form));
  await say(form, ...claims.map(({ reference, email }) => ({ account: reference, email })));
  await save(rule({ perDay: 3 }));
  await Promise.all(claims.map(({ id }) => verifyByRule({ workspaceId, platformId }, [id])));
  expect(await Submission.count({ where: { platformId, status: "handled" } })).toBe(3);
});

test("two sources agree in the money of a coin's deposit, and its worth is what the claim is verified with", async () => {
  const { form } = await setUp({ needed: 2, amountMax: { amount: "300", currency: "EUR" } });
  const worth = { amount: null, currency: null, convertedCurrency: "EUR" };
  const [same, above] = [await claimed(form), await claimed(form, { amount: "295" })];
  await say(
    form,
    { account: same.reference, email: same.email },
    { source: "api", account: same.reference, ...worth, convertedAmount: "249.00" },
    { account: above.reference, email: above.email, amount: "295.00" },
    { source: "api", account: above.reference, ...worth, convertedAmount: "301.00" },
  );
  expect([await statusOf(same), await statusOf(above)]).toEqual(["handled", "pending"]);
  const evidence = await Evidence.findAll({ where: { submissionId: same.id, source: "api" }, raw: true });
  expect(evidence.map(({ amount, currency }) => `${Number(amount)} ${currency}`)).toEqual(["249 EUR"]);
});

test("a claim whose number was changed after it was made is never decided by a rule", async () => {
  const { form, workspaceId } = await setUp();
  const claim = await claimed(form);
  const reference = account();
  await changeReference({ workspaceId, submissionId: claim.id, reference });
  await say(form, { account: reference, email: claim.email });
  expect(await statusOf(claim)).toBe("pending");
});

test("postbacks of before the address had a secret decide nothing", async () => {
  const { form, access, platformId } = await setUp();
  await savePostbackAddress({ access, platformId, input: { secret: "none" } });
  const claim = await claimed(form);
  await say(form, { account: claim.reference, email: claim.email });
  expect(await statusOf(claim)).toBe("pending");
  await savePostbackAddress({ access, platformId, input: { ips: ["203.0.113.0/24"] } });
  await VerificationRule.update({ dueAt: new Date() }, { where: { platformId } });
  await settle();
  expect(await statusOf(claim)).toBe("pending");
  expect((await PostbackAddress.findOne({ where: { platformId } }))?.securedAt).not.toBeNull();
});

test("a rule that is turned on decides what waits, up to its limit of a day, and the rest on the next", async () => {
  const { form, save, platformId } = await setUp({ isOn: false });
  const claims = [await claimed(form), await claimed(form), await claimed(form)];
  await say(form, ...claims.map(({ reference, email }) => ({ account: reference, email })));
  const count = async () =>
    (await Submission.findAll({ where: { platformId, status: "handled" }, attributes: ["id"] })).length;
  expect(await count()).toBe(0);
  await save(rule({ perDay: 2 }));
  await settle();
  expect(await count()).toBe(2);
  const state = await getRule(form.owner.workspace, platformId);
  expect(state).toMatchObject({ pausedBecause: "limit", decidedToday: 2, decided: 2, doubted: 0 });
  expect(Number(state.rule?.dueAt)).toBeGreaterThan(Date.now());
  await RuleDecision.update({ day: "2026-01-01" }, { where: { platformId } });
  await VerificationRule.update({ dueAt: new Date() }, { where: { platformId } });
  await settle();
  expect(await count()).toBe(3);
});

test("a claim that a member has opened again stays the member's", async () => {
  const { form, access, workspaceId } = await setUp();
  const claim = await claimed(form);
  await say(form, { account: claim.reference, email: claim.email });
  const reopen = {
    submissionId: claim.id,
    decider: { kind: "member", userId: access.userId ?? "" } as const,
    access,
    isInBackground: true,
    input: { status: "pending" as const },
  };
  expect(await decideBatch(workspaceId, [reopen])).toEqual([{ kind: "changed" }]);
  await VerificationRule.update({ dueAt: new Date() }, { where: { workspaceId } });
  await settle();
  expect(await statusOf(claim)).toBe("pending");
  const [delivery] = await Delivery.findAll({ where: { submissionId: claim.id } });
  expect([delivery?.state, delivery?.attemptCount]).toEqual(["skipped", 0]);
});

test("a rule pauses when two of what it decided turn out wrong, tells the managers, and decides no more", async () => {
  const { form, workspaceId, platformId, save } = await setUp();
  const claims = [await claimed(form), await claimed(form), await claimed(form)];
  await say(form, ...claims.map(({ reference, email }) => ({ account: reference, email })));
  const reverse = ({ reference }: Submission) =>
    say(form, { account: reference, kind: "reversal", amount: "-250.00" });
  await reverse(claims[0] as Submission);
  expect((await getRule(form.owner.workspace, platformId)).pausedBecause).toBeNull();
  await reverse(claims[1] as Submission);
  expect(await getRule(form.owner.workspace, platformId)).toMatchObject({
    pausedBecause: "doubts",
    decided: 3,
    doubted: 2,
  });
  const event = await DomainEvent.findOne({
    where: { workspaceId, type: "rule.paused" },
    rejectOnEmpty: true,
  });
  await inTransaction((transaction) =>
    notifyOfRule({ ...event.get(), payload: JSON.parse(event.payload) } as never, transaction),
  );
  expect(await Notification.count({ where: { userId: form.owner.id, type: "rulePaused" } })).toBe(1);
  const later = await claimed(form);
  await say(form, { account: later.reference, email: later.email });
  expect(await statusOf(later)).toBe("pending");
  await save();
  await settle();
  expect(await statusOf(later)).toBe("handled");
  expect((await getRule(form.owner.workspace, platformId)).pausedBecause).toBeNull();
});

test("a rule that is changed while it is on keeps what turned out wrong before", async () => {
  const { form, platformId, save } = await setUp();
  const claims = [await claimed(form), await claimed(form), await claimed(form)];
  await say(form, ...claims.map(({ reference, email }) => ({ account: reference, email })));
  const reverse = ({ reference }: Submission) =>
    say(form, { account: reference, kind: "reversal", amount: "-250.00" });
  await reverse(claims[0] as Submission);
  await save(rule({ perDay: 40 }));
  await reverse(claims[1] as Submission);
  expect((await getRule(form.owner.workspace, platformId)).pausedBecause).toBe("doubts");
});

test("a dry run saves nothing and counts what the rule would have verified in 30 days, day by day", async () => {
  const { form, platformId } = await setUp({ isOn: false });
  const claims = [await claimed(form), await claimed(form), await claimed(form)];
  const silent = await claimed(form);
  await say(form, ...claims.map(({ reference, email }) => ({ account: reference, email })));
  const { workspace } = form.owner;
  expect(await tryRule(workspace, { platformId, input: rule() })).toMatchObject({
    wouldDecide: 3,
    claims: 4,
    refusals: {},
  });
  expect(await tryRule(workspace, { platformId, input: rule({ perDay: 2 }) })).toMatchObject({
    wouldDecide: 2,
    overLimit: 1,
  });
  const small = rule({ amountMax: { amount: "100", currency: "EUR" } });
  expect(await tryRule(workspace, { platformId, input: small })).toMatchObject({
    wouldDecide: 0,
    refusals: { amount: 3 },
  });
  expect(await statusOf(silent)).toBe("pending");
  expect(await RuleDecision.count({ where: { platformId } })).toBe(0);
});
