import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { DAY } from "#app/lib/dates.ts";
import { BrokerRow, ClientFact, PaidCommission, Statement, Submission } from "#app/models/index.server.ts";
import { deleteOldBrokerRows } from "#app/services/evidence/delete-old-rows.server.ts";
import { eraseClaim } from "#app/services/people/erase-claims.server.ts";
import { deleteStatement } from "#app/services/statements/list-statements.server.ts";
import { findPaidRows } from "#app/services/statements/paid/paid-rows.server.ts";
import { readOlderFiles } from "#app/services/statements/read-older-files.server.ts";
import { sandboxClients } from "../../../sandbox/brokers/clients.ts";
import { createForm, type Form, submitForm, toAccess } from "../../factories/index.ts";
import { brokerOf, connect, letTimePass, openPostbacks, workOnBrokers } from "../../support/brokers.ts";
import { callBack, clientsOf, tell, uploadFile, workOnFiles } from "../../support/client-facts.ts";
import { startTestSandbox } from "../../support/start-for-test.ts";

beforeEach(() => sandboxClients.clear());
afterEach(() => sandboxClients.clear());

let accounts = 7_310_000;
function account(): string {
  accounts += 1;
  return String(accounts);
}

const HEAD = "Login;Time (UTC);Type;Amount;Currency;Commission";
const SUMS = "Login;Month;Deposits;Currency;Commission;Lots";
/** Noon of so many days ago. */
const noon = (daysAgo: number) => {
  const day = new Date(Date.now() - daysAgo * DAY).toISOString().slice(0, 10);
  return new Date(`${day}T12:00:00Z`);
};
const written = (at: Date) => at.toISOString().slice(0, 19).replace("T", " ");

/** A claim that was verified so many days ago. */
async function verified(form: Form, reference: string, more: { daysAgo?: number; email?: string } = {}) {
  const { daysAgo = 45, ...typed } = more;
  const claim = await submitForm(form, { reference, amount: "250", now: noon(daysAgo), ...typed });
  await Submission.update({ status: "handled" }, { where: { id: claim.id } });
  return claim;
}

describe("files", () => {
  test("say a second deposit, a withdrawal and what is taken back of the claim's client, and nothing of others", async () => {
    const form = await createForm();
    const [own, other] = [account(), account()];
    const claim = await verified(form, own);
    await uploadFile(form, [
      HEAD,
      `${own};${written(noon(45))};Deposit;250.00;EUR;62.50`,
      `${own};${written(noon(30))};Deposit;400.00;EUR;100.00`,
      `${own};${written(noon(20))};Withdrawal;-90.00;EUR;0`,
      `${own};${written(noon(10))};Chargeback;-400.00;EUR;-100.00`,
      `${other};${written(noon(9))};Deposit;900.00;EUR;225.00`,
    ]);
    const clients = await clientsOf(form);
    expect(clients.map(({ submissionId }) => submissionId)).toEqual([claim.id]);
    expect(tell(clients)).toEqual([
      ["deposit 250 EUR", "deposit 400 EUR", "withdrawal 90 EUR", "reversal 400 EUR"],
    ]);
    expect(clients[0]?.facts[1]?.at).toEqual({ from: noon(30), to: noon(30) });
    expect(clients[0]?.paid.map(({ amount }) => Number(amount))).toEqual([62.5, 100, -100]);
    expect(await clientsOf(form, [claim.id])).toEqual(clients);
    expect(await ClientFact.count({ where: brokerOf(form) })).toBe(5);
    const stored = JSON.stringify(await ClientFact.findAll({ where: brokerOf(form), raw: true }));
    expect(stored).not.toContain(own);
  });

  test("that overlap count once, and a claim of the client outlives them", async () => {
    const form = await createForm();
    const own = account();
    await verified(form, own);
    const [first, second, third] = [45, 30, 10].map(
      (ago) => `${own};${written(noon(ago))};Deposit;250.00;EUR;62.50`,
    ) as [string, string, string];
    const { id } = await uploadFile(form, [HEAD, first, second]);
    await uploadFile(form, [HEAD, second, third], "november.csv");
    expect(tell(await clientsOf(form))).toEqual([["deposit 250 EUR", "deposit 250 EUR", "deposit 250 EUR"]]);
    // As when its file expires.
    await Statement.destroy({ where: { id } });
    expect((await clientsOf(form))[0]?.facts).toHaveLength(3);
  });

  test("that are deleted or matched again leave nothing twice", async () => {
    const form = await createForm();
    const own = account();
    await verified(form, own);
    const statement = await uploadFile(form, [HEAD, `${own};${written(noon(45))};Deposit;250.00;EUR;62.50`]);
    await statement.update({ state: "matching", dueAt: new Date(0) });
    await workOnFiles(brokerOf(form).workspaceId);
    expect(await ClientFact.count({ where: brokerOf(form) })).toBe(1);
    expect(tell(await clientsOf(form))).toEqual([["deposit 250 EUR"]]);
    await deleteStatement({ access: toAccess(form.owner), statementId: statement.id });
    expect(tell(await clientsOf(form))).toEqual([[]]);
    expect(await ClientFact.count({ where: brokerOf(form) })).toBe(0);
  });

  test("that were matched before it was stored are matched once more, and say it", async () => {
    const form = await createForm();
    const own = account();
    await verified(form, own);
    const statement = await uploadFile(form, [HEAD, `${own};${written(noon(45))};Deposit;250.00;EUR;62.50`]);
    const { hasFacts: _, ...before } = JSON.parse(statement.result ?? "");
    await statement.update({ result: JSON.stringify(before) });
    await ClientFact.destroy({ where: brokerOf(form) });
    await readOlderFiles();
    await workOnFiles(brokerOf(form).workspaceId);
    expect(tell(await clientsOf(form))).toEqual([["deposit 250 EUR"]]);
    await readOlderFiles();
    expect((await statement.reload()).dueAt).toBeNull();
  });

  test("that state a month again replace what it added up to", async () => {
    const form = await createForm();
    const own = account();
    await verified(form, own);
    const month = noon(45).toISOString().slice(0, 7);
    await uploadFile(form, [SUMS, `${own};${month};250.00;EUR;62.50;1.5`]);
    await uploadFile(form, [SUMS, `${own};${month};700.00;EUR;150.00;4.25`], "again.csv");
    const [client] = await clientsOf(form);
    expect(tell(client ? [client] : [])).toEqual([["deposit 700 EUR", "trading 4.25"]]);
    expect(client?.paid.map(({ amount }) => Number(amount))).toEqual([150]);
    const paid = await findPaidRows({ ...brokerOf(form), month });
    expect(paid.map((row) => Number(row.paid))).toEqual([150]);
  });

  test("of an account that two people claimed are neither's, except for the rows of their claims", async () => {
    const form = await createForm();
    const shared = account();
    const [ana, ben] = [
      await verified(form, shared, { email: "ana@example.com", daysAgo: 40 }),
      await verified(form, shared, { email: "ben@example.com", daysAgo: 20 }),
    ];
    await uploadFile(form, [
      `${HEAD};Email`,
      `${shared};${written(noon(40))};Deposit;250.00;EUR;62.50;ana@example.com`,
      `${shared};${written(noon(20))};Deposit;250.00;EUR;62.50;ben@example.com`,
      `${shared};${written(noon(3))};Deposit;800.00;EUR;200.00;`,
    ]);
    const clients = await clientsOf(form);
    expect(clients.map(({ submissionId }) => submissionId)).toEqual([ana.id, ben.id]);
    expect(tell(clients)).toEqual([["deposit 250 EUR"], ["deposit 250 EUR"]]);
  });

  test("of a person with two claims are of the earlier one's client", async () => {
    const form = await createForm();
    const own = account();
    const first = await verified(form, own, { daysAgo: 40 });
    const second = await verified(form, own, { daysAgo: 20 });
    await second.update({ emailKey: first.emailKey });
    await uploadFile(form, [
      HEAD,
      `${own};${written(noon(40))};Deposit;250.00;EUR;62.50`,
      `${own};${written(noon(20))};Deposit;250.00;EUR;62.50`,
    ]);
    const clients = await clientsOf(form, [second.id]);
    expect(clients.map(({ submissionId, claimIds }) => [submissionId, claimIds])).toEqual([
      [first.id, [first.id, second.id]],
    ]);
    expect(tell(clients)).toEqual([["deposit 250 EUR", "deposit 250 EUR"]]);
  });
});

describe("postbacks", () => {
  const said = (player: string, at: Date, more: Record<string, string>) => ({
    player,
    time: at.toISOString(),
    currency: "EUR",
    ...more,
  });

  test("say the lots of each of forty days, which stay when their rows are deleted", async () => {
    const form = await createForm();
    const own = account();
    await verified(form, own);
    const path = await openPostbacks(form);
    const days = Array.from({ length: 40 }, (_, day) =>
      said(own, noon(44 - day), {
        event: "trading",
        lots: "0.25",
        time: noon(44 - day)
          .toISOString()
          .slice(0, 10),
      }),
    );
    await callBack(path, said(own, noon(45), { event: "deposit", amount: "250.00", tx: "t-1" }), ...days);
    const expected = ["deposit 250 EUR", ...Array.from({ length: 40 }, () => "trading 0.25")];
    expect(tell(await clientsOf(form))).toEqual([expected]);
    while (await deleteOldBrokerRows(Date.now() + 401 * DAY));
    expect(await BrokerRow.count({ where: brokerOf(form) })).toBe(0);
    expect(tell(await clientsOf(form))).toEqual([expected]);
  });

  test("that say a day again replace its lots, and a first deposit is the deposit that it is", async () => {
    const form = await createForm();
    const own = account();
    await verified(form, own);
    const path = await openPostbacks(form);
    const time = noon(40).toISOString().slice(0, 10);
    await callBack(
      path,
      said(own, noon(45), { event: "ftd", amount: "250.00" }),
      said(own, noon(45), { event: "deposit", amount: "250.00" }),
      said(own, noon(40), { event: "trading", lots: "0.25", time }),
    );
    await callBack(path, said(own, noon(40), { event: "trading", lots: "0.75", time }));
    expect(tell(await clientsOf(form))).toEqual([["deposit 250 EUR", "trading 0.75"]]);
  });

  test("and a file that say the same count once, as the file has it", async () => {
    const form = await createForm();
    const own = account();
    await verified(form, own);
    const path = await openPostbacks(form);
    await callBack(
      path,
      said(own, noon(45), { event: "deposit", amount: "250.00", tx: "t-1" }),
      said(own, noon(45), { event: "commission", amount: "60.00", tx: "t-2" }),
      said(own, noon(5), { event: "deposit", amount: "70.00", tx: "t-3" }),
      said(own, noon(5), { event: "commission", amount: "17.50", tx: "t-4" }),
    );
    const month = noon(45).toISOString().slice(0, 7);
    const paidOf = async () =>
      (await findPaidRows({ ...brokerOf(form), month })).map((row) => Number(row.paid));
    expect(tell(await clientsOf(form))).toEqual([["deposit 250 EUR", "deposit 70 EUR"]]);
    expect(await paidOf()).toEqual([60, 17.5]);
    await uploadFile(form, [
      HEAD,
      `${own};${written(noon(45))};Deposit;250.00;EUR;62.50`,
      `${own};${written(noon(40))};Deposit;20.00;EUR;5.00`,
    ]);
    const [client] = await clientsOf(form);
    expect(tell(client ? [client] : [])).toEqual([["deposit 250 EUR", "deposit 20 EUR", "deposit 70 EUR"]]);
    expect(client?.paid.map(({ amount }) => Number(amount))).toEqual([62.5, 5, 17.5]);
    expect(await paidOf()).toEqual([62.5, 5, 17.5]);
  });

  test("that may be repeated say nothing", async () => {
    const form = await createForm();
    const own = account();
    await verified(form, own, { daysAgo: 0 });
    const path = await openPostbacks(form);
    const call = { event: "deposit", player: own, amount: "250.00", currency: "EUR" };
    await callBack(path, call, call);
    expect(await BrokerRow.count({ where: brokerOf(form) })).toBe(2);
    expect(tell(await clientsOf(form))).toEqual([["deposit 250 EUR"]]);
  });
});

test("a total of an API is what it grew by, and what it was before the first answer says no day", async () => {
  const { url } = await startTestSandbox();
  const form = await createForm();
  const client = account();
  sandboxClients.say({ account: client, email: "", event: "registration", at: Date.now() - 200 * DAY });
  sandboxClients.say({ account: client, event: "deposit", amount: 1000, at: Date.now() - 100 * DAY });
  await connect(form, url, "bybit");
  await workOnBrokers(url);
  await verified(form, client, { daysAgo: 0 });
  await workOnBrokers(url);
  expect(tell(await clientsOf(form))).toEqual([[]]);
  for (const amount of [250, 40]) {
    sandboxClients.say({ account: client, event: "deposit", amount, at: Date.now() });
    await letTimePass();
    await workOnBrokers(url);
  }
  expect(tell(await clientsOf(form))).toEqual([["deposit 250 USD", "deposit 40 USD"]]);
});

test("erasing a person keeps what was said and paid, and nothing that the client could be found by", async () => {
  const form = await createForm();
  const [own, other] = [account(), account()];
  const claim = await verified(form, own);
  await verified(form, other);
  const path = await openPostbacks(form);
  const deposit = (player: string) => ({
    event: "deposit",
    player,
    amount: "250.00",
    currency: "EUR",
    time: noon(45).toISOString(),
  });
  await callBack(path, deposit(own), { ...deposit(own), event: "commission", amount: "60" }, deposit(other));
  await uploadFile(form, [
    HEAD,
    ...[own, other].map((one) => `${one};${written(noon(30))};Deposit;90.00;EUR;9.00`),
  ]);
  const hashes = async () => {
    const query = { where: brokerOf(form), order: [["id", "ASC"] as [string, string]] };
    const rows = [...(await ClientFact.findAll(query)), ...(await PaidCommission.findAll(query))];
    return rows.map(({ clientHash }) => clientHash);
  };
  const before = await hashes();
  const told = tell(await clientsOf(form));
  const { workspaceId } = brokerOf(form);
  await eraseClaim({ workspaceId, submissionId: claim.id, access: toAccess(form.owner) });
  const after = await hashes();
  const kept = before.filter((hash, index) => after[index] === hash);
  expect([before.length, new Set(before).size, new Set(kept).size]).toEqual([7, 2, 1]);
  expect(kept).toHaveLength(3);
  expect(tell(await clientsOf(form))).toEqual(told);
});
