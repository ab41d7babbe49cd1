import { expect, test } from "vitest";
import { sequelize } from "#app/database/connection.server.ts";
import { differingTotals } from "#app/database/queries/totals.server.ts";
import { Workspace } from "#app/models/index.server.ts";
import { recalculateCommissions } from "#app/services/commissions/recalculate-commissions.server.ts";
import migration from "../../../migrations/20261126-1200-own-rates.ts";
import laterIndexes from "../../../migrations/20261126-1910-changes.ts";
import { dropIndex } from "../../../migrations/table.ts";
import { submitForm } from "../../factories/index.ts";
import { createOwnRates, RATES_PATH as path, tier } from "../../support/own-rates.ts";
import { serveSite } from "../../support/site.ts";

const site = serveSite({ RUN_WORKER: "no" });
const setUp = () => createOwnRates(site);

test("commissions after a rate has changed are the same for claims that are decided at that moment", async () => {
  const { form, token, verify, read } = await setUp();
  await verify("100", "AED");
  const claims = await Promise.all(
    Array.from({ length: 6 }, () => submitForm(form, { amount: "100", currency: "AED" })),
  );

  await Promise.all([
    ...claims.map(({ id }) => site.decide(token, id, { status: "handled" })),
    site.send(path, { method: "POST", token, json: { from: "AED", to: "EUR", rate: "0.2" } }),
    recalculateCommissions(() => false),
  ]);
  await recalculateCommissions(() => false);

  for (const { id } of claims) expect(await read(id)).toMatchObject({ earned: { amount: "2.00" } });
  expect(await differingTotals()).toEqual([]);
});

test("claims of earlier versions get the fixed commission that needs no rate, once the database is upgraded", async () => {
  const { verify, read, earned, setTiers } = await setUp();
  const id = await verify("1000", "AED");
  await setTiers([tier("0", null, "20", "fixed")]);
  expect(await read(id)).toMatchObject({ earned: null });
  const queryInterface = sequelize.getQueryInterface();
  // The index of a later migration, which another version would have taken back first.
  await dropIndex(queryInterface, "workspaces", "workspaces_rates_changed");
  await migration.down(queryInterface);
  for (let run = 0; run < 2; run += 1) await migration.up(queryInterface);
  await laterIndexes.up(queryInterface);

  await recalculateCommissions(() => false);

  expect(await read(id)).toMatchObject({ earned: { amount: "20.00" }, rate: null });
  expect([await earned(), await differingTotals()]).toEqual([["20 EUR"], []]);
  expect(await Workspace.count({ where: { ratesChangedAt: null } })).toBe(await Workspace.count());
});
