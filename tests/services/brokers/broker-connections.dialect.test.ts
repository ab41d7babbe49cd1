import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, onTestFinished, test } from "vitest";
import { claimDue } from "#app/database/leases.server.ts";
import { DAY, MINUTE } from "#app/lib/dates.ts";
import { firstIdAt } from "#app/lib/ids.ts";
import {
  BrokerClient,
  BrokerConnection,
  BrokerQuestion,
  BrokerRow,
  BrokerShape,
  DomainEvent,
  Evidence,
  Notification,
  Submission,
} from "#app/models/index.server.ts";
import type { BrokerAccess, ClaimQuestion } from "#app/services/brokers/broker-api.ts";
import { disconnectBroker } from "#app/services/brokers/connections/manage-connections.server.ts";
import { workOnConnection } from "#app/services/brokers/connections/work-on-connection.server.ts";
import { isAway } from "#app/services/brokers/shared/read-answer.ts";
import { eraseClaim } from "#app/services/people/erase-claims.server.ts";
import { sandboxClients } from "../../../sandbox/brokers/clients.ts";
import { createForm, createOwner, type Form, submitForm, toAccess } from "../../factories/index.ts";
import {
  apiAt,
  brokerOf,
  connect,
  evidenceOf,
  letTimePass,
  matchAll,
  type SandboxKind,
  workOnBrokers,
} from "../../support/brokers.ts";
import { startTestSandbox } from "../../support/start-for-test.ts";

beforeEach(() => sandboxClients.clear());
afterEach(() => sandboxClients.clear());

let accounts = 881_000_000;
function account(): string {
  accounts += 1;
  return String(accounts);
}

const claimed = (form: Form, reference: string, more: { email?: string } = {}) =>
  submitForm(form, { reference, amount: "250", currency: "USD", ...more });
const connectionOf = (form: Form) => BrokerConnection.findOne({ where: brokerOf(form), rejectOnEmpty: true });

/** A client who registered long ago, is listed, and deposits now. */
async function listThenDeposit(form: Form, url: string, kind: SandboxKind, email = ""): Promise<string> {
  const client = account();
  sandboxClients.say({ account: client, email, event: "registration", at: Date.now() - 30 * DAY });
  await connect(form, url, kind);
  await workOnBrokers(url);
  sandboxClients.say({ account: client, event: "deposit", amount: 250, at: Date.now() });
  return client;
}

test("a claim is asked about at once, and what its client has deposited since then is its evidence", async () => {
  const { url } = await startTestSandbox();
  const form = await createForm();
  const client = await listThenDeposit(form, url, "bybit");
  const claim = await claimed(form, client);
  await workOnBrokers(url);
  expect(await evidenceOf(form)).toEqual(["claim certain sum", "claim likely registration"]);
  const evidence = await Evidence.findOne({ where: { ...brokerOf(form), kind: "sum" }, rejectOnEmpty: true });
  const connection = await connectionOf(form);
  expect(evidence).toMatchObject({ submissionId: claim.id, source: "api", connectionId: connection.id });
  expect(connection).toMatchObject({ health: "ok", askedCount: 1, answeredCount: 1, problem: null });
  expect(await claim.reload()).toMatchObject({ status: "pending" });
  const rows = await BrokerRow.count({ where: brokerOf(form) });
  await letTimePass();
  await workOnBrokers(url);
  expect(await BrokerRow.count({ where: brokerOf(form) })).toBe(rows);
  expect(await BrokerClient.count({ where: { connectionId: connection.id } })).toBe(1);
});

test("single deposits prove claims by themselves, and a list that says them again stores nothing", async () => {
  const { url } = await startTestSandbox();
  const form = await createForm();
  const client = await listThenDeposit(form, url, "bitget");
  await claimed(form, client);
  await workOnBrokers(url);
  expect(await evidenceOf(form)).toEqual(["claim certain deposit", "claim likely registration"]);
  const rows = await BrokerRow.count({ where: brokerOf(form) });
  await letTimePass();
  await workOnBrokers(url);
  expect(await BrokerRow.count({ where: brokerOf(form) })).toBe(rows);
});

test("a client who is known by email alone is likely at most, with the account numbers of the broker", async () => {
  const { url } = await startTestSandbox();
  const form = await createForm();
  const email = "marta.ruiz@example.com";
  const client = await listThenDeposit(form, url, "exness", email);
  await claimed(form, "", { email });
  await workOnBrokers(url);
  const evidence = await evidenceOf(form);
  expect(evidence.filter((one) => one.startsWith("claim"))).toContain("claim likely registration");
  expect(evidence.join()).not.toContain("certain");
  const rows = await BrokerRow.findAll({ where: brokerOf(form) });
  expect(rows.map(({ facts }) => JSON.parse(facts).account)).toContain(client);
});

test("a claim whose email the broker does not know is found by its account number", async () => {
  const { url } = await startTestSandbox();
  const form = await createForm();
  await claimed(form, await listThenDeposit(form, url, "exness"));
  await workOnBrokers(url);
  expect(await evidenceOf(form)).toContain("claim likely registration");
  expect(await connectionOf(form)).toMatchObject({ health: "ok", askedCount: 1, answeredCount: 1 });
});

test("a broker that hangs keeps no other one waiting", async () => {
  const { url } = await startTestSandbox();
  const [form, other] = [await createForm(), await createForm()];
  const client = await listThenDeposit(other, url, "bybit");
  await connect(form, url, "bitget");
  await claimed(form, account());
  await claimed(other, client);
  const hanging = createServer(() => undefined).listen(0, "127.0.0.1");
  onTestFinished(() => void hanging.close().closeAllConnections());
  await once(hanging, "listening");
  const at = `http://127.0.0.1:${(hanging.address() as AddressInfo).port}`;
  const { id } = await connectionOf(form);
  await letTimePass();
  const [lease] = await claimDue(BrokerConnection, { id: [id], state: "on" });
  if (!lease) throw new Error("It is due.");
  const stuck = workOnConnection(lease, () => false, apiAt(at));
  await workOnBrokers(url);
  expect(await evidenceOf(other)).toContain("claim certain sum");
  expect((await connectionOf(form)).leaseToken).toBe(lease.token);
  hanging.closeAllConnections();
  await stuck;
  expect(await connectionOf(form)).toMatchObject({ health: "away", state: "on", answeredCount: 0 });
});

test.each([
  ["429", "limited"],
  ["rate-limited", "limited"],
  ["500", "away"],
  ["html-200", "away"],
  ["empty-200", "away"],
  ["oversized-200", "away"],
  ["redirect", "away"],
  ["yesterday", "away"],
  ["changed-shape", "changed"],
])("an answer with %s is not known yet: it is asked again and changes nothing", async (fault, health) => {
  for (const kind of ["bybit", "bitget", "exness"] as const) {
    const { url, play } = await startTestSandbox();
    const form = await createForm();
    const client = await listThenDeposit(form, url, kind, "ana@example.com");
    const claim = await claimed(form, client, { email: "ana@example.com" });
    await matchAll();
    const before = await evidenceOf(form);
    await play("sandbox-key", fault);
    await workOnBrokers(url);
    await letTimePass();
    await workOnBrokers(url);
    expect(await connectionOf(form)).toMatchObject({ health, state: "on", answeredCount: 0 });
    expect(await evidenceOf(form)).toEqual(before);
    expect(await claim.reload()).toMatchObject({ status: "pending" });
    expect(await BrokerQuestion.count({ where: { submissionId: claim.id } })).toBe(1);
    await play("sandbox-key", null);
    await letTimePass();
    await workOnBrokers(url);
    expect(await connectionOf(form)).toMatchObject({ health: "ok", problem: null });
    expect((await evidenceOf(form)).length).toBeGreaterThan(before.length);
  }
});

test.each(["bybit", "bitget", "exness"] as const)(
  "placeholders and clients of another partner are no facts of %s",
  async (kind) => {
    const { url, play } = await startTestSandbox();
    const form = await createForm();
    const client = await listThenDeposit(form, url, kind);
    await claimed(form, client);
    await play("sandbox-key", "placeholder");
    await workOnBrokers(url);
    await letTimePass();
    await workOnBrokers(url);
    expect((await evidenceOf(form)).filter((one) => /certain|deposit/.test(one))).toEqual([]);
    await play("sandbox-key", "other-client");
    await letTimePass();
    await workOnBrokers(url);
    const rows = await BrokerRow.findAll({ where: brokerOf(form) });
    expect(rows.map(({ facts }) => facts).join()).not.toContain("999999999");
  },
);

test("an email that is nobody's at Exness is a clear answer, also where the client's id is empty", async () => {
  const { url } = await startTestSandbox();
  const form = await createForm();
  await connect(form, url, "exness");
  await claimed(form, account(), { email: "nobody@example.com" });
  await workOnBrokers(url);
  expect(await connectionOf(form)).toMatchObject({ health: "ok", askedCount: 1, answeredCount: 1 });
  expect(await BrokerShape.count()).toBe(0);
});

test("a claim that its broker has no answer for keeps neither other claims nor the list waiting", async () => {
  const { url } = await startTestSandbox();
  const form = await createForm();
  const client = await listThenDeposit(form, url, "bybit");
  await claimed(form, client);
  const bad = account();
  const unanswered = await claimed(form, bad);
  const api = apiAt(url)("bybit");
  const find = () => ({
    ...api,
    ask: (access: BrokerAccess, question: ClaimQuestion) =>
      question.accounts.includes(bad)
        ? Promise.resolve(isAway("/v5", "The broker has a fault at the moment."))
        : api.ask(access, question),
  });
  await workOnBrokers(url, find);
  expect(await connectionOf(form)).toMatchObject({ health: "away", answeredCount: 0 });
  await BrokerConnection.update({ dueAt: new Date() }, { where: { state: "on" } });
  await workOnBrokers(url, find);
  expect(await evidenceOf(form)).toContain("claim certain sum");
  expect(await connectionOf(form)).toMatchObject({ health: "ok", answeredCount: 1 });
  const question = await BrokerQuestion.findOne({ where: { submissionId: unanswered.id } });
  expect(+(question?.dueAt ?? 0)).toBeGreaterThan(Date.now() + MINUTE);
});

test("a client of a list that moves while it is read is not left out", async () => {
  const { url } = await startTestSandbox();
  const form = await createForm();
  const all = Array.from({ length: 1200 }, account);
  for (const one of all) sandboxClients.say({ account: one, event: "registration", at: Date.now() - DAY });
  await connect(form, url, "exness");
  const { id } = await connectionOf(form);
  const api = apiAt(url)("exness");
  let calls = 0;
  const find = () => ({
    ...api,
    async list(...args: Parameters<typeof api.list>) {
      calls += 1;
      const page = await api.list(...args);
      // Three who were on a page leave the partner before the next one is read.
      if (calls < 3) for (const gone of all.splice(0, 3)) sandboxClients.remove(gone);
      return page;
    },
  });
  await workOnBrokers(url, find);
  expect(await BrokerClient.count({ where: { connectionId: id } })).toBe(1200);
  expect(await connectionOf(form)).toMatchObject({ place: null, health: "ok" });
});

test("a claim is asked about until it is 60 days old", async () => {
  const { url } = await startTestSandbox();
  const form = await createForm();
  const claim = (await claimed(form, account())).get();
  const madeAgo = async (age: number) => {
    const id = firstIdAt(new Date(Date.now() - age));
    await Submission.create({ ...claim, id, uniqueEmail: null, submissionKey: id });
    return id;
  };
  const [young, last, over] = [
    await madeAgo(59 * DAY),
    await madeAgo(60 * DAY - MINUTE),
    await madeAgo(60 * DAY + MINUTE),
  ];
  const questions = async () => {
    const found = await BrokerQuestion.findAll({ where: { submissionId: [young, last, over] }, raw: true });
    return found.map(({ submissionId, askCount }) => [submissionId, askCount]).sort();
  };
  await connect(form, url);
  expect(await questions()).toEqual(
    [
      [last, 0],
      [young, 0],
    ].sort(),
  );
  // One that became too old while it was waiting for its turn.
  const { id: connectionId, workspaceId } = await connectionOf(form);
  const late = { submissionId: over, workspaceId, connectionId, askCount: 12, dueAt: new Date() };
  await BrokerQuestion.create(late);
  await workOnBrokers(url);
  expect(await connectionOf(form)).toMatchObject({ askedCount: 3, answeredCount: 3 });
  expect(await questions()).toEqual([[young, 1]]);
});

test("an answer in another shape is told to the administrators once, without its values", async () => {
  const { url, play } = await startTestSandbox();
  const admin = await createOwner({ role: "admin" });
  const form = await createForm();
  await connect(form, url, "bitget");
  await workOnBrokers(url);
  await play("sandbox-key", "changed-shape");
  for (let time = 0; time < 3; time += 1) {
    await claimed(form, account());
    await letTimePass();
    await workOnBrokers(url);
  }
  const told = await Notification.findAll({ where: { userId: admin.id, type: "brokerShapeChanged" } });
  expect(told.map(({ count }) => count)).toEqual(told.map(() => 1));
  expect(told.length).toBe(await BrokerShape.count());
  expect(told.length).toBeGreaterThan(0);
  for (const { payload } of told) {
    expect(payload).not.toContain("ana@example.com");
    expect(payload).toContain("customer");
  }
});

test.each(["expired", "invalid", "no-permission"])(
  "a credential that is %s is refused, its owner is told once, and nothing is asked any more",
  async (fault) => {
    const { url, play } = await startTestSandbox();
    const form = await createForm();
    await connect(form, url);
    await workOnBrokers(url);
    await play("sandbox-key", fault);
    await letTimePass();
    await workOnBrokers(url);
    expect(await connectionOf(form)).toMatchObject({ health: "refused", state: "off", dueAt: null });
    await claimed(form, account());
    await letTimePass();
    await workOnBrokers(url);
    const events = await DomainEvent.findAll({ where: { type: "brokerConnection.refused" } });
    expect(events.map(({ subjectId }) => subjectId)).toEqual([(await connectionOf(form)).id]);
    expect(await connectionOf(form)).toMatchObject({ askedCount: 0 });
    await play("sandbox-key", null);
    await connect(form, url);
    await workOnBrokers(url);
    expect(await connectionOf(form)).toMatchObject({ health: "ok", state: "on", askedCount: 1 });
  },
);

test("a login is exchanged for a token, and for another one once that has ended", async () => {
  const sandbox = await startTestSandbox();
  const form = await createForm();
  const { connectBroker } = await import("#app/services/brokers/connections/manage-connections.server.ts");
  const login = { login: "sandbox-partner@example.com", password: "sandbox-secret" };
  const args = {
    access: toAccess(form.owner),
    platformId: brokerOf(form).platformId,
    kind: "exness" as const,
    credentials: login,
  };
  const api = apiAt(sandbox.url)("exness");
  await expect(connectBroker({ ...args, isProven: false }, api)).rejects.toMatchObject({
    code: "reauthentication_required",
  });
  await connectBroker({ ...args, isProven: true }, api);
  await workOnBrokers(sandbox.url);
  const { session } = await connectionOf(form);
  expect(session).not.toBeNull();
  sandbox.reset();
  await letTimePass();
  await workOnBrokers(sandbox.url);
  const renewed = await connectionOf(form);
  expect(renewed).toMatchObject({ health: "ok", state: "on" });
  expect(renewed.session).not.toBe(session);
});

test("a list goes on after the page that a process was killed at, and no client is stored twice", async () => {
  const { url } = await startTestSandbox();
  const form = await createForm();
  const now = Date.now();
  for (let count = 0; count < 2500; count += 1)
    sandboxClients.say({ account: account(), event: "deposit", amount: 100, at: now - DAY });
  await connect(form, url);
  const { id } = await connectionOf(form);
  let calls = 0;
  const api = apiAt(url)("bybit");
  const dying = {
    ...api,
    list: (...args: Parameters<typeof api.list>) => {
      calls += 1;
      if (calls === 2) throw new Error("killed");
      return api.list(...args);
    },
  };
  const [lease] = await claimDue(BrokerConnection, { id: [id], state: "on" });
  if (!lease) throw new Error("It is due.");
  await workOnConnection(
    lease,
    () => calls === 1,
    () => dying,
  );
  const between = await connectionOf(form);
  expect(between.place).toBe("1000");
  expect(between.listedFrom).toBeNull();
  await letTimePass();
  await workOnBrokers(url);
  const after = await connectionOf(form);
  expect([after.place, after.listedFrom === null]).toEqual([null, false]);
  expect(await BrokerClient.count({ where: { connectionId: id } })).toBe(2500);
  expect(await BrokerRow.count({ where: { ...brokerOf(form), kind: "sum" } })).toBe(2500);
});

test("an old answer again is no money: what a total lost and has again proves nothing", async () => {
  const { url } = await startTestSandbox();
  const form = await createForm();
  const client = await listThenDeposit(form, url, "bybit");
  await claimed(form, client);
  await workOnBrokers(url);
  const known = sandboxClients.find(client);
  const deposits = known?.deposits ?? [];
  if (known) known.deposits = [];
  await letTimePass();
  await workOnBrokers(url);
  if (known) known.deposits = deposits;
  await letTimePass();
  await workOnBrokers(url);
  await claimed(form, client, { email: "second@example.com" });
  await workOnBrokers(url);
  const rows = await BrokerRow.findAll({ where: { ...brokerOf(form), kind: "sum" } });
  const amounts = rows.map(({ facts }) => JSON.parse(facts).amount).sort();
  expect(amounts).toEqual(["0", "250"]);
});

test("two workspaces connect one account, and neither learns of the other", async () => {
  const { url } = await startTestSandbox();
  const [form, other] = [await createForm(), await createForm()];
  const client = await listThenDeposit(form, url, "bybit");
  await connect(other, url);
  await claimed(form, client);
  await workOnBrokers(url);
  expect(await evidenceOf(form)).toContain("claim certain sum");
  expect((await evidenceOf(other)).filter((one) => one.startsWith("claim"))).toEqual([]);
  const own = await connectionOf(form);
  const clients = await BrokerClient.findAll();
  expect(new Set(clients.map(({ id }) => id)).size).toBe(2);
  await disconnectBroker({ access: toAccess(other.owner), platformId: brokerOf(other).platformId });
  expect(await BrokerConnection.findByPk(own.id)).not.toBeNull();
  expect(await evidenceOf(form)).toContain("claim certain sum");
});

test("a decided claim is asked about no more, and one that changes its number at once", async () => {
  const { url } = await startTestSandbox();
  const form = await createForm();
  await connect(form, url);
  const claim = await claimed(form, account());
  await workOnBrokers(url);
  const question = () => BrokerQuestion.findOne({ where: { submissionId: claim.id } });
  expect((await question())?.askCount).toBe(1);
  expect(+((await question())?.dueAt ?? 0)).toBeGreaterThan(Date.now() + MINUTE);
  await Submission.update({ status: "rejected" }, { where: { id: claim.id } });
  await letTimePass();
  await workOnBrokers(url);
  expect(await question()).toBeNull();
  expect(await connectionOf(form)).toMatchObject({ askedCount: 1 });
});

test("an erased person is in no row, and lists leave the client out from then on", async () => {
  const { url } = await startTestSandbox();
  const form = await createForm();
  const client = await listThenDeposit(form, url, "bybit");
  const claim = await claimed(form, client);
  await workOnBrokers(url);
  const { workspaceId } = brokerOf(form);
  await eraseClaim({ workspaceId, submissionId: claim.id, access: null });
  await matchAll();
  expect(await BrokerRow.count({ where: brokerOf(form) })).toBe(0);
  sandboxClients.say({ account: client, event: "deposit", amount: 75, at: Date.now() });
  await letTimePass();
  await workOnBrokers(url);
  expect(await BrokerRow.count({ where: brokerOf(form) })).toBe(0);
  expect(await BrokerQuestion.count({ where: { submissionId: claim.id } })).toBe(0);
  const [record] = await BrokerClient.findAll();
  expect(record).toMatchObject({ said: "{}", rowId: null, registeredAt: null });
});
