import { describe, expect, test } from "vitest";
import { inTransaction } from "#app/database/connection.server.ts";
import { claim as claimRows } from "#app/database/leases.server.ts";
import { DAY, HOUR, MINUTE } from "#app/lib/dates.ts";
import {
  BrokerWorth,
  ClaimWorth,
  ClientFact,
  type Submission,
  WorthMonth,
} from "#app/models/index.server.ts";
import { ContractInput } from "#app/schemas/contracts.ts";
import { consumeTogether } from "#app/services/domain-events/consume-together.server.ts";
import { createContract } from "#app/services/platforms/contracts/manage-contracts.server.ts";
import { deleteStatement } from "#app/services/statements/list-statements.server.ts";
import { noticeWorth, workOnWorth } from "#app/services/worth/work-on-worth.server.ts";
import { createForm, type Form, signInAs, submitForm, toAccess } from "../../factories/index.ts";
import { brokerOf, openPostbacks } from "../../support/brokers.ts";
import { callBack, uploadFile } from "../../support/client-facts.ts";
import { setTiers } from "../../support/commissions.ts";
import { serveSite } from "../../support/site.ts";

// What is due is worked on here, as the job does.
const site = serveSite({ RUN_WORKER: "no" });

let accounts = 8_110_000;
const account = () => String(++accounts);
const noon = (daysAgo: number) =>
  new Date(`${new Date(Date.now() - daysAgo * DAY).toISOString().slice(0, 10)}T12:00:00Z`);
const dayOf = (at: Date) => at.toISOString().slice(0, 10);
const written = (at: Date) => at.toISOString().slice(0, 19).replace("T", " ");

const CPA = {
  kind: "cpa",
  steps: [{ value: "300" }],
  qualification: { depositMin: "100", within: "days", days: 30, lotsMin: "1" },
  clawBackDays: 60,
};

const addContract = (form: Form, parts: object[]) =>
  createContract({
    access: toAccess(form.owner),
    platformId: brokerOf(form).platformId,
    input: ContractInput.parse({ startsOn: "2020-01-01", timeZone: "UTC", currency: "USD", parts }),
  });

/** Works out what the clients of a form's broker are worth, as the job does. */
async function workOut(form: Form): Promise<void> {
  const { platformId } = brokerOf(form);
  while (await consumeTogether("worths", noticeWorth));
  for (;;) {
    const [lease] = await inTransaction((transaction) =>
      claimRows(BrokerWorth, { platformId, state: "queued" }, transaction),
    );
    if (!lease) return;
    await workOnWorth(lease);
  }
}

async function setUp(parts: object[]) {
  const form = await createForm();
  const { token } = await signInAs(form.owner);
  await addContract(form, parts);
  const list = "/api/optin/dashboard/submissions";
  const verify = async (reference: string, daysAgo: number): Promise<Submission> => {
    const claim = await submitForm(form, { reference, amount: "250", currency: "USD", now: noon(daysAgo) });
    const { status, text } = await site.send(`${list}/${claim.id}`, {
      method: "PUT",
      token,
      json: { status: "handled" },
    });
    expect(status, text).toBe(200);
    return claim;
  };
  const worthOf = async ({ id }: Submission) => {
    await workOut(form);
    return (await site.send(`${list}/${id}`, { token })).json.worth;
  };
  return { form, token, verify, worthOf };
}

describe("a payment for qualified clients", () => {
  test("is expected with what is lacking, then qualified, then paid, by what the broker calls back", async () => {
    const { form, verify, worthOf } = await setUp([CPA]);
    const path = await openPostbacks(form);
    const [own, other] = [account(), account()];
    const claim = await verify(own, 10);
    const silent = await verify(other, 10);
    await callBack(path, {
      event: "ftd",
      player: own,
      amount: "250.00",
      currency: "USD",
      time: noon(10).toISOString(),
      tx: `d${own}`,
    });
    expect(await worthOf(claim)).toMatchObject({
      state: "expected",
      amount: "300.00",
      currency: "USD",
      lacks: [{ what: "lots", amount: "1", until: dayOf(noon(-20)) }],
      firstDepositOn: dayOf(noon(10)),
      deposits: 1,
    });
    expect((await worthOf(silent)).lacks[0]).toEqual({ what: "deposit", amount: "100.00", until: null });
    for (const [index, lots] of ["0.4", "0.7"].entries())
      await callBack(path, {
        event: "trading",
        player: own,
        lots,
        time: noon(9 - index).toISOString(),
        tx: `t${own}${index}`,
      });
    const qualified = await worthOf(claim);
    expect(qualified).toMatchObject({
      state: "qualified",
      amount: "300.00",
      lacks: [],
      qualifiedOn: dayOf(noon(8)),
      lots: "1.1",
    });
    expect(qualified.evidenceIds.length).toBeGreaterThan(0);
    await callBack(path, {
      event: "commission",
      player: own,
      amount: "300.00",
      currency: "USD",
      time: noon(1).toISOString(),
      tx: `c${own}`,
    });
    expect(await worthOf(claim)).toMatchObject({
      state: "paid",
      paid: [{ amount: "300.00", currency: "USD" }],
    });
    expect(
      await WorthMonth.findAll({
        where: { ...brokerOf(form), month: dayOf(noon(8)).slice(0, 7) },
        raw: true,
      }),
    ).toMatchObject([{ clientCount: 1 }]);
  });

  test("goes with the statement that said it", async () => {
    const { form, verify, worthOf } = await setUp([{ ...CPA, qualification: { depositMin: "100" } }]);
    const own = account();
    const claim = await verify(own, 20);
    const { id: statementId } = await uploadFile(form, [
      "Login;Time (UTC);Type;Amount;Currency",
      `${own};${written(noon(20))};Deposit;250.00;USD`,
      `${own};${written(noon(5))};Deposit;90.00;USD`,
    ]);
    expect(await worthOf(claim)).toMatchObject({ state: "qualified", amount: "300.00", deposits: 2 });
    await deleteStatement({ access: toAccess(form.owner), statementId });
    expect(await worthOf(claim)).toMatchObject({ state: "expected", deposits: 0 });
    expect(await ClientFact.count({ where: brokerOf(form) })).toBe(0);
  });
});

describe("a change", () => {
  test("of the contract has everybody's worth worked out again, and a claim that waits again has none", async () => {
    const { form, token, verify, worthOf } = await setUp([{ kind: "unknown" }]);
    const claim = await verify(account(), 3);
    expect(await worthOf(claim)).toMatchObject({ state: "unknown", amount: null });
    const path = `/api/affiliate/${brokerOf(form).platformId}/contracts`;
    const [contract] = (await site.send(path, { token })).json.contracts;
    await site.send(`${path}/${contract.id}`, { token, method: "PATCH", json: { parts: [CPA] } });
    expect(await worthOf(claim)).toMatchObject({ state: "expected" });
    await site.send(`/api/optin/dashboard/submissions/${claim.id}`, {
      method: "PUT",
      token,
      json: { status: "pending" },
    });
    await workOut(form);
    expect(await ClaimWorth.count({ where: brokerOf(form) })).toBe(0);
  });

  test("while it is worked out is not replaced by what was read before it", async () => {
    const { form, token, verify, worthOf } = await setUp([CPA]);
    const claim = await verify(account(), 3);
    await worthOf(claim);
    await BrokerWorth.update({ state: "queued", calculatedAt: null }, { where: brokerOf(form) });
    const [lease] = await inTransaction((transaction) =>
      claimRows(BrokerWorth, { ...brokerOf(form), state: "queued" }, transaction),
    );
    if (!lease) throw new Error("Nothing is due.");
    // The earlier work reads the contract, and this changes it before it writes.
    await ClaimWorth.update({ digest: "" }, { where: brokerOf(form) });
    const working = workOnWorth(lease);
    const path = `/api/affiliate/${brokerOf(form).platformId}/contracts`;
    const [contract] = (await site.send(path, { token })).json.contracts;
    const parts = [{ ...CPA, steps: [{ value: "400" }] }];
    await site.send(`${path}/${contract.id}`, { token, method: "PATCH", json: { parts } });
    await working;
    expect(await worthOf(claim)).toMatchObject({ amount: "400.00" });
  });

  test("of nothing writes nothing", async () => {
    const { form, verify, worthOf } = await setUp([CPA]);
    const claim = await verify(account(), 3);
    await worthOf(claim);
    const before = await ClaimWorth.findAll({ where: brokerOf(form), raw: true });
    await BrokerWorth.update({ state: "queued" }, { where: brokerOf(form) });
    await workOut(form);
    expect(await ClaimWorth.findAll({ where: brokerOf(form), raw: true })).toEqual(before);
  });
});

test("a broker that was just worked on rests before it is worked on again", async () => {
  const { form, verify, worthOf } = await setUp([CPA]);
  const first = await verify(account(), 3);
  await worthOf(first);
  await verify(account(), 3);
  while (await consumeTogether("worths", noticeWorth));
  const inAnHour = new Date(Date.now() + HOUR);
  await BrokerWorth.update({ calculatedAt: inAnHour }, { where: brokerOf(form) });
  const [lease] = await inTransaction((transaction) =>
    claimRows(BrokerWorth, { ...brokerOf(form), state: "queued" }, transaction),
  );
  if (!lease) throw new Error("Nothing is due.");
  await workOnWorth(lease);
  const row = await BrokerWorth.findOne({ where: brokerOf(form), rejectOnEmpty: true });
  expect(row).toMatchObject({ state: "queued", leaseToken: null, attemptCount: 0 });
  expect(+(row.dueAt ?? 0)).toBeGreaterThan(+inAnHour - MINUTE);
  expect(await ClaimWorth.count({ where: brokerOf(form) })).toBe(1);
});

test("a claim at a broker with tiers is qualified by its commission, and clawed back by a charge-back", async () => {
  const { form, token, verify, worthOf } = await setUp([{ kind: "unknown" }]);
  await setTiers(form, [
    { name: "All", minAmount: "0", maxAmount: null, type: "percentage", value: "10", currency: "USD" },
  ]);
  const claim = await verify(account(), 1);
  expect(await worthOf(claim)).toMatchObject({ state: "qualified", amount: "25.00", currency: "USD" });
  const corrected = await site.send(`/api/optin/dashboard/submissions/${claim.id}`, {
    method: "PUT",
    token,
    json: { status: "handled", chargedBack: true },
  });
  expect(corrected.status, corrected.text).toBe(200);
  expect(await worthOf(claim)).toMatchObject({ state: "clawed_back" });
});

describe("a preview", () => {
  test("shows the last three months under a contract and saves nothing", async () => {
    const { form, token, verify } = await setUp([{ kind: "unknown" }]);
    const own = account();
    await verify(own, 45);
    await uploadFile(form, [
      "Login;Time (UTC);Type;Amount;Currency",
      `${own};${written(noon(45))};Deposit;250.00;USD`,
    ]);
    const path = `/api/affiliate/${brokerOf(form).platformId}/contracts`;
    const parts = [{ ...CPA, qualification: { depositMin: "100" } }];
    const { status, json } = await site.send(`${path}?preview=true`, {
      token,
      json: { startsOn: "2027-01-01", currency: "USD", timeZone: "UTC", parts },
    });
    expect(status).toBe(200);
    expect(json.preview).toHaveLength(3);
    const month = dayOf(noon(45)).slice(0, 7);
    expect(json.preview.find((one: { month: string }) => one.month === month)).toEqual({
      month,
      expected: "300.00",
      currency: "USD",
      clients: 1,
      lacking: 0,
      withoutRate: 0,
    });
    expect((await site.send(path, { token })).json.contracts).toHaveLength(1);
  });
});
