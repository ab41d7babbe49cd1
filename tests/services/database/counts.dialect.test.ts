import { afterEach, beforeAll, expect, test } from "vitest";
import { isSqlite, sequelize } from "#app/database/connection.server.ts";
import { DayMark, JobRun } from "#app/models/index.server.ts";
import { presentStatistics } from "#app/presenters/statistics.ts";
import { StatisticsQuery } from "#app/schemas/statistics.ts";
import { getStatistics } from "#app/services/analytics/get-statistics.server.ts";
import { readPeriod } from "#app/services/analytics/read-period.server.ts";
import { getMoney } from "#app/services/money/get-money.server.ts";
import migration from "../../../migrations/20261129-1200-counts.ts";
import { connectMeta, createAdObject, createForm, type Form } from "../../factories/index.ts";
import { stopIdleApp } from "../../servers/app.ts";
import { changeClaims } from "../../support/change-claims.ts";
import { expectTotalsToBeTrue } from "../../support/counts.ts";
import { addUpMoney, createSpend } from "../../support/money.ts";

// Its job would count the days, too.
beforeAll(stopIdleApp);

const queryInterface = sequelize.getQueryInterface();
afterEach(() => migration.up(queryInterface));

const sum = (condition: string) =>
  `SUM(CASE WHEN ${condition} THEN CAST(amount AS DECIMAL(20, 4)) ELSE 0 END)`;
const truth = (...states: string[]) =>
  sum(`measure = 'claims' AND truthState IN (${states.map((state) => `'${state}'`).join(", ")})`);
const measure = (name: string) => sum(`measure = '${name}'`);
/** What the version before stored of the same claims. */
const claimMoney = {
  claims: measure("claims"),
  decided: truth("verified", "confirmed", "rejected", "charged_back"),
  verified: truth("verified", "confirmed"),
  confirmed: truth("confirmed"),
  waiting: truth("waiting"),
  accepted: sum("measure = 'claims' AND status = 'handled' AND eventState = 'sent'"),
  acceptedByMeta: measure("accepted:meta"),
  acceptedByTiktok: measure("accepted:tiktok"),
  acceptedBySnapchat: measure("accepted:snapchat"),
  acceptedByGoogle: measure("accepted:google"),
  ...Object.fromEntries(
    ["unconverted", "unknownValue", "unknownWaitingValue", "unknownCommission"].map((name) => [
      name,
      measure(name),
    ]),
  ),
  ...Object.fromEntries(["amount", "waitingAmount", "commission"].map((name) => [name, measure(name)])),
};
const asText = (sql: string) => (isSqlite ? `printf('%.4f', ${sql})` : sql);

async function fillTablesBefore(): Promise<void> {
  const place = "workspaceId, basis, kind, period, value, claimDay";
  const money = ["amount", "waitingAmount", "commission"];
  const values = Object.entries(claimMoney).map(([name, sql]) => (money.includes(name) ? asText(sql) : sql));
  await sequelize.query("DELETE FROM claimMoney");
  await sequelize.query("DELETE FROM spendMoney");
  await sequelize.query(
    `INSERT INTO claimMoney (${place}, ${Object.keys(claimMoney).join(", ")}) SELECT ${place}, ${values.join(", ")} FROM counts
     WHERE LENGTH(period) = 10 AND basis <> 'spend' AND kind IN ('origin', 'country', 'form', 'platform') GROUP BY ${place}`,
  );
  const one = (name: string) => `MAX(CASE WHEN measure = '${name}' THEN amount END)`;
  await sequelize.query(
    `INSERT INTO spendMoney (workspaceId, kind, period, value, spend, impressions, clicks, conversions, unconverted)
     SELECT workspaceId, kind, period, value, COALESCE(${one("spend")}, '0.0000'), ${one("impressions")}, ${one("clicks")}, ${one("conversions")}, COALESCE(${one("unconverted")}, 0)
     FROM counts WHERE LENGTH(period) = 10 AND basis = 'spend' GROUP BY workspaceId, kind, period, value`,
  );
}

async function readFigures({ owner: { workspace } }: Form) {
  const { days } = await readPeriod(workspace, StatisticsQuery.parse({ period: "all" }));
  const money = [];
  for (const basis of ["claim", "click"] as const)
    for (const groupBy of ["campaign", "source", "day", "country", "form", "platform"] as const)
      money.push(await getMoney({ workspace, days, groupBy, basis }));
  return {
    statistics: presentStatistics(await getStatistics({ workspace, days }), null, []),
    money: money.map(({ rows, totals }) => ({ rows, totals })),
  };
}

test("counts are copied from the tables of the version before, and every figure stays", async () => {
  const form = await createForm();
  await connectMeta(form.owner);
  const summer = await createAdObject(form.owner, { name: "summer", objectId: "1" });
  await changeClaims(form, 60);
  await createSpend(form, "12.34", { campaignRef: summer.id });
  await createSpend(form, "5", { adPlatform: "", source: "newsletter", impressions: null });
  await addUpMoney(form);
  const before = await readFigures(form);
  await fillTablesBefore();

  await migration.down(queryInterface);
  await migration.up(queryInterface);

  // As long as no page counts marked days itself.
  const marked = await DayMark.findAll({ where: { workspaceId: form.owner.workspace.id }, raw: true });
  expect(marked.length).toBeGreaterThan(0);
  await DayMark.destroy({ where: {} });
  expect(await readFigures(form)).toEqual(before);
  expect(await JobRun.findByPk("money of days")).toMatchObject({ leaseToken: null });

  await DayMark.bulkCreate(marked);
  await addUpMoney(form);
  expect(await readFigures(form)).toEqual(before);
  await expectTotalsToBeTrue();
});
