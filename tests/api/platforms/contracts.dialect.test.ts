import { describe, expect, test } from "vitest";
import { plusMonths } from "#app/lib/periods.ts";
import { BrokerContract, CommissionTier } from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { CONTRACTS_MAX } from "#app/schemas/shared/limits.ts";
import {
  contractVersion,
  getContract,
  updateContract,
} from "#app/services/platforms/contracts/manage-contracts.server.ts";
import { createForm, type Form, signInAs, submitForm, toAccess } from "../../factories/index.ts";
import { createTieredForm, percent } from "../../support/commissions.ts";
import { serveSite } from "../../support/site.ts";

const site = serveSite();
const sentences = messages.contracts;

async function setUp(form?: Form) {
  const own = form ?? (await createForm());
  const { token } = await signInAs(own.owner);
  const platformId = String(own.platforms[0]?.id);
  const path = `/api/affiliate/${platformId}/contracts`;
  return {
    form: own,
    token,
    list: async () => (await site.send(path, { token })).json.contracts,
    add: (json: object) => site.send(path, { token, json }),
    change: (id: string, json: object) => site.send(`${path}/${id}`, { token, method: "PATCH", json }),
    remove: (id: string) => site.send(`${path}/${id}`, { token, method: "DELETE" }),
    setTiers: (commissionTiers: object[]) =>
      site.send(`/api/affiliate/platforms/${platformId}/commission-tiers`, {
        token,
        method: "PATCH",
        json: { platformId, commissionTiers },
      }),
  };
}

const cpa = { kind: "cpa", steps: [{ value: "300" }], qualification: { depositMin: "100", days: 30 } };
const share = (value: string) => ({ kind: "share_of_revenue", steps: [{ value }], carriesLosses: true });

describe("contracts", () => {
  test("a broker's contract begins on the first of a month and ends the one before it", async () => {
    const { add, list } = await setUp();
    expect((await add({ startsOn: "2026-01-01", parts: [cpa], currency: "USD" })).status).toBe(201);
    const { json } = await add({ startsOn: "2026-07-01", parts: [share("20")], timeZone: "Europe/Nicosia" });
    expect(json.contract).toMatchObject({ startsOn: "2026-07-01", endsOn: null, timeZone: "Asia/Nicosia" });
    expect(await list()).toMatchObject([
      {
        startsOn: "2026-01-01",
        endsOn: "2026-06-30",
        currency: "USD",
        parts: [
          {
            kind: "cpa",
            steps: [{ name: "Step 1", from: "0.00", to: null, countries: null, value: "300.00" }],
            qualification: { depositMin: "100.00", within: "days", days: 30, lotsMin: null, tradesMin: null },
          },
        ],
      },
      { startsOn: "2026-07-01", parts: [{ kind: "share_of_revenue", steps: [{ value: "20" }] }] },
    ]);
  });

  test.each([
    ["startsOn", { startsOn: "2026-07-02" }, sentences.startShape],
    ["endsOn", { startsOn: "2026-07-01", endsOn: "2026-08-30" }, sentences.endShape],
    ["endsOn", { startsOn: "2026-07-01", endsOn: "2026-06-30" }, sentences.endBeforeStart],
    ["parts", { parts: [] }, sentences.partsMissing],
    ["parts.0.steps", { parts: [{ kind: "cpa" }] }, sentences.stepsMissing],
    ["parts.0.steps.0.value", { parts: [share("101")] }, messages.tiers.percentRange],
    ["parts.0.kind", { parts: [{ kind: "unknown" }, cpa] }, sentences.unknownAlone],
    ["parts.1.kind", { parts: [cpa, cpa] }, sentences.partsMany],
    ["parts.0.carriesLosses", { parts: [{ ...cpa, carriesLosses: true }] }, sentences.lossesOnly],
    [
      "parts.0.steps.1.countries",
      {
        parts: [
          {
            ...cpa,
            steps: [
              { value: "1", countries: ["DE"] },
              { value: "2", countries: ["DE", "FR"] },
            ],
          },
        ],
      },
      sentences.countryTwice("DE"),
    ],
    [
      "parts.0.steps.1.from",
      {
        parts: [
          {
            kind: "per_lot",
            steps: [
              { from: "0", to: "10", value: "5" },
              { from: "9", value: "6" },
            ],
          },
        ],
      },
      "Step 2 starts inside Step 1. Start it at 10.",
    ],
    ["parts.0.kind", { parts: [{ kind: "gift" }] }, sentences.kindShape],
    ["parts.0.steps", { parts: [{ ...cpa, steps: Array(21).fill({ value: "1" }) }] }, sentences.stepsMany],
    ["parts.0.qualification", { parts: [{ ...share("1"), qualification: {} }] }, sentences.qualificationOnly],
    [
      "parts.0.qualification.tradesMin",
      { parts: [{ ...cpa, qualification: { tradesMin: 0 } }] },
      sentences.tradesShape,
    ],
    [
      "parts.0.qualification.lotsMin",
      { parts: [{ ...cpa, qualification: { lotsMin: "0.125" } }] },
      sentences.lotsShape,
    ],
    [
      "parts.0.steps.0.from",
      { parts: [{ kind: "per_lot", steps: [{ from: "0.125", value: "5" }] }] },
      messages.tiers.lotDigits,
    ],
    [
      "parts.0.steps.0.from",
      { parts: [{ kind: "flat", steps: [{ from: "1.5", value: "5" }] }] },
      messages.tiers.wholeClients,
    ],
    ["currency", { currency: "XXX" }, messages.fields.currencyShape],
    ["timeZone", { timeZone: "Mars/Olympus" }, messages.fields.timeZoneShape],
    ["paidOnDay", { paidOnDay: 32 }, sentences.dayOfMonth],
    ["parts.0.clawBackDays", { parts: [{ ...cpa, clawBackDays: -1 }] }, sentences.daysShape],
  ])("a fault has a sentence at its field: %s %#", async (field, json, message) => {
    const { add } = await setUp();
    const { status, json: refused } = await add({ startsOn: "2026-07-01", parts: [cpa], ...json });
    expect([status, refused.errors[0]]).toEqual([400, { field, message }]);
  });

  test("periods do not overlap; gaps are months without a contract", async () => {
    const { add, change, list } = await setUp();
    const first = (await add({ startsOn: "2026-01-01", endsOn: "2026-06-30", parts: [cpa] })).json.contract;
    const late = await add({ startsOn: "2026-06-01", parts: [cpa] });
    expect([late.status, late.json.errors[0]]).toEqual([
      400,
      { field: "startsOn", message: sentences.stillRuns("2026-01-01", "2026-06-30") },
    ]);
    expect((await add({ startsOn: "2026-01-01", parts: [cpa] })).json.errors[0]).toEqual({
      field: "startsOn",
      message: sentences.beginsAlready("2026-01-01"),
    });
    expect((await add({ startsOn: "2026-09-01", parts: [cpa] })).status).toBe(201);
    const longer = await change(first.id, { endsOn: "2026-09-30" });
    expect(longer.json.errors[0]).toEqual({
      field: "endsOn",
      message: sentences.beginsBefore("2026-09-01"),
    });
    expect((await change(first.id, { endsOn: "2026-08-31" })).json.contract.endsOn).toBe("2026-08-31");
    expect((await list()).map(({ startsOn }: { startsOn: string }) => startsOn)).toEqual([
      "2026-01-01",
      "2026-09-01",
    ]);
  });

  test("a changed step keeps its id, and a deleted contract leaves its months to the one before", async () => {
    const { add, change, remove, list } = await setUp();
    await add({ startsOn: "2026-01-01", parts: [share("10")] });
    const { contract } = (await add({ startsOn: "2026-07-01", parts: [cpa] })).json;
    const [part] = contract.parts;
    const changed = await change(contract.id, {
      parts: [
        {
          ...part,
          steps: [
            { from: "0", to: "99", value: "50" },
            { ...part.steps[0], from: "100" },
          ],
        },
      ],
    });
    expect(changed.json.contract.parts[0].steps[1]).toMatchObject({ id: part.steps[0].id, from: "100.00" });
    expect((await remove(contract.id)).status).toBe(204);
    expect(await list()).toMatchObject([{ startsOn: "2026-01-01", endsOn: null }]);
    expect((await remove(contract.id)).status).toBe(404);
  });

  test("a broker has at most 60 contracts", async () => {
    const { form, add } = await setUp();
    const now = new Date();
    await BrokerContract.bulkCreate(
      Array.from({ length: CONTRACTS_MAX }, (_, month) => ({
        workspaceId: form.owner.workspace.id,
        platformId: String(form.platforms[0]?.id),
        startsOn: `${plusMonths("2020-01", month)}-01`,
        endsOn: null,
        timeZone: "UTC",
        currency: "EUR",
        parts: "[]",
        isKnown: false,
        paidOnDay: null,
        createdAt: now,
        updatedAt: now,
      })),
    );
    const { status, json } = await add({ startsOn: "2027-01-01", parts: [cpa] });
    expect([status, json.code, json.error]).toEqual([409, "too_many_contracts", sentences.tooMany]);
  });

  test("a contract that another window has changed is not replaced", async () => {
    const { form, add, change } = await setUp();
    const { contract } = (await add({ startsOn: "2026-01-01", parts: [cpa] })).json;
    const one = {
      access: toAccess(form.owner),
      platformId: String(form.platforms[0]?.id),
      contractId: contract.id,
    };
    const seen = contractVersion(await getContract({ ...one, workspaceId: form.owner.workspace.id }));
    await change(contract.id, { paidOnDay: 20 });
    await expect(updateContract({ ...one, input: { paidOnDay: 3 }, seen })).rejects.toMatchObject({
      code: "changed_meanwhile",
      message: sentences.changedMeanwhile,
    });
  });

  test("an owner's contracts are nobody else's", async () => {
    const { add, change, remove, list } = await setUp();
    const { contract } = (await add({ startsOn: "2026-01-01", parts: [cpa] })).json;
    const other = await setUp();
    expect((await other.change(contract.id, { paidOnDay: 1 })).status).toBe(404);
    expect((await other.remove(contract.id)).status).toBe(404);
    expect(await list()).toHaveLength(1);
    expect((await change(contract.id, { paidOnDay: 1 })).status).toBe(200);
    expect((await remove(contract.id)).status).toBe(204);
  });
});

describe("tiers and contracts", () => {
  test("a list of both types of tiers is two parts that read back as the same list", async () => {
    const { list, setTiers } = await setUp();
    const { json } = await setTiers([
      percent("0", "500", "10"),
      { name: "Each", minAmount: "500", maxAmount: "900", type: "fixed", value: "40", currency: "EUR" },
      percent("900", null, "25"),
    ]);
    const tiers = json.platform.commissionTiers;
    expect(tiers.map(({ name }: { name: string }) => name)).toEqual(["At 10", "Each", "At 25"]);
    const [contract] = await list();
    expect(contract.parts.map(({ kind }: { kind: string }) => kind)).toEqual([
      "percent_of_deposits",
      "per_deposit",
    ]);
    const again = await setTiers(tiers);
    expect(again.json.platform.commissionTiers).toEqual(tiers);
    const stored = await CommissionTier.findAll({
      where: { platformId: json.platform.id },
      order: ["position"],
    });
    expect(stored.map(({ id }) => id)).toEqual(tiers.map(({ id }: { id: string }) => id));
  });

  test("tiers are a 409 where the contract pays for more than deposits, and what is paid keeps its form", async () => {
    const { add, list, setTiers } = await setUp();
    const month = `${new Date().toISOString().slice(0, 7)}-01`;
    const parts = [{ kind: "percent_of_deposits", steps: [{ value: "10" }] }, cpa];
    await add({ startsOn: month, parts });
    const { status, json } = await setTiers([percent("0", null, "5")]);
    expect([status, json.code, json.error]).toEqual([409, "other_contract", sentences.otherContract]);
    expect((await list())[0].parts).toHaveLength(2);
  });

  test("a claim earns by the contract of its month and by its visitor's country", async () => {
    const { form, decide } = await createTieredForm(site, [percent("0", null, "10")]);
    const { change, list } = await setUp(form);
    const [{ id, parts }] = await list();
    const steps = [...parts[0].steps, { value: "50", countries: ["PT"] }];
    expect((await change(id, { parts: [{ ...parts[0], steps }] })).status).toBe(200);
    const earned = async (country: string) => {
      const claim = await submitForm(form, { amount: "100", currency: "EUR" });
      await claim.update({ country }, { silent: true });
      return (await decide(claim)).commission.earned.amount;
    };
    expect([await earned("PT"), await earned("ES")]).toEqual(["50.00", "10.00"]);
  });
});
