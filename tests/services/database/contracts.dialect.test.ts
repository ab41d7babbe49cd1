import { beforeAll, expect, test } from "vitest";
import { sequelize } from "#app/database/connection.server.ts";
import {
  BrokerContract,
  Commission,
  CommissionTier,
  MonthTotal,
  Platform,
} from "#app/models/index.server.ts";
import { presentContract } from "#app/presenters/contract.ts";
import { presentPlatform } from "#app/presenters/platform.ts";
import { copyEarlierTiers } from "#app/services/platforms/contracts/copy-earlier-tiers.server.ts";
import { readContracts } from "#app/services/platforms/contracts/read-contracts.server.ts";
import { getPlatform } from "#app/services/platforms/list-platforms.server.ts";
import migration from "../../../migrations/20261130-1000-contracts.ts";
import { createPlatforms } from "../../factories/index.ts";
import { stopIdleApp } from "../../servers/app.ts";
import { createTieredForm, percent } from "../../support/commissions.ts";
import { serveSite } from "../../support/site.ts";

const site = serveSite();
// Its jobs would read tables that are not there.
beforeAll(stopIdleApp);

test("tiers that a server of the version before saves become those of the current contract", async () => {
  const { form, verify } = await createTieredForm(site, [percent("0", null, "10")]);
  const workspaceId = form.owner.workspace.id;
  const platformId = String(form.platforms[0]?.id);
  const tiers = async () => presentPlatform(await getPlatform({ workspaceId, platformId })).commissionTiers;
  const [before] = await tiers();
  await copyEarlierTiers();
  expect(await tiers()).toEqual([before]);
  await CommissionTier.update({ value: "30" }, { where: { platformId } });
  await Platform.update({ updatedAt: new Date(Date.now() + 1) }, { where: { id: platformId }, silent: true });
  await copyEarlierTiers();
  expect(await tiers()).toEqual([{ ...before, value: "30" }]);
  expect((await verify("100")).commission.earned.amount).toBe("30.00");
});

const fixed = {
  name: "Each",
  minAmount: "500",
  maxAmount: "900",
  type: "fixed",
  value: "40",
  currency: "EUR",
};

test("the migration makes contracts of tiers, also if it is killed in between, and touches no figure", async () => {
  const { form, verify } = await createTieredForm(site, [
    percent("0", "500", "10"),
    fixed,
    percent("900", null, "25"),
  ]);
  const [untiered] = await createPlatforms(1, { owner: form.owner });
  for (const amount of ["400", "200", "333.33"]) await verify(amount);
  const workspaceId = form.owner.workspace.id;
  const platformId = String(form.platforms[0]?.id);
  const read = async () => ({
    commissions: await Commission.findAll({ where: { workspaceId }, order: ["submissionId"], raw: true }),
    totals: await MonthTotal.findAll({ where: { workspaceId }, order: ["kind"], raw: true }),
    tiers: presentPlatform(await getPlatform({ workspaceId, platformId })).commissionTiers,
    stored: await CommissionTier.findAll({ where: { workspaceId }, order: ["position"], raw: true }),
  });
  const before = await read();
  expect(before.commissions.map(({ earned }) => Number(earned))).toEqual(
    expect.arrayContaining([40, 40, 83.33]),
  );

  const queryInterface = sequelize.getQueryInterface();
  await migration.down(queryInterface);
  const query = sequelize.query;
  let inserts = 0;
  sequelize.query = ((sql: string, ...rest: []) => {
    if (/^INSERT INTO brokerContracts/.test(sql) && ++inserts === 2) throw new Error("killed");
    return query.call(sequelize, sql, ...rest);
  }) as typeof query;
  await expect(migration.up(queryInterface)).rejects.toThrow("killed");
  sequelize.query = query;
  for (let run = 0; run < 2; run += 1) await migration.up(queryInterface);

  expect(await read()).toEqual(before);
  const contracts = readContracts(await BrokerContract.findAll({ where: { workspaceId } }));
  expect(contracts.get(platformId)?.map(presentContract)).toMatchObject([
    {
      startsOn: "1970-01-01",
      endsOn: null,
      currency: "EUR",
      parts: [
        {
          kind: "percent_of_deposits",
          steps: [
            { id: before.tiers[0]?.id, name: "At 10", position: 0, from: "0.00", to: "500.00", value: "10" },
            { id: before.tiers[2]?.id, name: "At 25", position: 2, from: "900.00", to: null, value: "25" },
          ],
        },
        {
          kind: "per_deposit",
          steps: [{ id: before.tiers[1]?.id, name: "Each", position: 1, value: "40.00" }],
        },
      ],
    },
  ]);
  expect(contracts.get(String(untiered?.id))?.map(presentContract)).toMatchObject([
    { startsOn: "1970-01-01", parts: [{ kind: "unknown" }] },
  ]);
});
