import { afterEach, expect, test } from "vitest";
import { inTransaction, sequelize } from "#app/database/connection.server.ts";
import { addViews } from "#app/database/queries/totals.server.ts";
import { DAY } from "#app/lib/dates.ts";
import { CountedMonth } from "#app/models/index.server.ts";
import { addEndedMonths, countDueMonths } from "#app/services/submissions/count-months.server.ts";
import migration from "../../../migrations/20261127-0010-links.ts";
import { createForm, createNamedLink, submitForm } from "../../factories/index.ts";
import { expectTotalsToBeTrue } from "../../support/counts.ts";

const queryInterface = sequelize.getQueryInterface();
afterEach(() => migration.up(queryInterface));

test("links that are taken back leave no totals, also in counted months", async () => {
  const form = await createForm();
  const { id: workspaceId } = form.owner.workspace;
  const { id: linkId, name } = await createNamedLink(form);
  const now = new Date(Date.now() - 100 * DAY);
  await submitForm(form, { pageUrl: `https://casa.example/?l=${name}`, now });
  const day = now.toISOString().slice(0, 10);
  await inTransaction((transaction) =>
    addViews([{ workspaceId, formId: form.id, linkId, day, count: 5 }], transaction),
  );
  await addEndedMonths();
  const countMonths = async () => {
    await CountedMonth.update({ dueAt: new Date(0) }, { where: { workspaceId } });
    await countDueMonths();
  };
  await countMonths();
  const counted = async () => {
    const tables = ["breakdownTotals", "viewBreakdownTotals", "monthCounts"];
    const count = (table: string) => `(SELECT COUNT(*) FROM ${table} WHERE kind = 'link') AS ${table}`;
    const [[row]] = await sequelize.query(`SELECT ${tables.map(count).join(", ")}`);
    return row;
  };
  expect(await counted()).toEqual({ breakdownTotals: 1, viewBreakdownTotals: 1, monthCounts: 1 });

  await migration.down(queryInterface);

  expect(await counted()).toEqual({ breakdownTotals: 0, viewBreakdownTotals: 0, monthCounts: 0 });
  expect(await CountedMonth.count({ where: { workspaceId, dueAt: null } })).toBe(0);
  await migration.up(queryInterface);
  await countMonths();
  await expectTotalsToBeTrue();
});
