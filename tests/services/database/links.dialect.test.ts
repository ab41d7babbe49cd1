import { afterEach, expect, test } from "vitest";
import { inTransaction, sequelize } from "#app/database/connection.server.ts";
import { markAllDays } from "#app/database/queries/day-marks.server.ts";
import { addViews } from "#app/database/queries/totals.server.ts";
import { DAY } from "#app/lib/dates.ts";
import migration from "../../../migrations/20261127-0010-links.ts";
import { createForm, createNamedLink, submitForm } from "../../factories/index.ts";
import { expectTotalsToBeTrue } from "../../support/counts.ts";
import { addUpMoney } from "../../support/money.ts";

const queryInterface = sequelize.getQueryInterface();
afterEach(() => migration.up(queryInterface));

test("links that are taken back leave no totals, in no count of days or months", async () => {
  const form = await createForm();
  const { id: workspaceId } = form.owner.workspace;
  const { id: linkId, name } = await createNamedLink(form);
  const now = new Date(Date.now() - 100 * DAY);
  await submitForm(form, { pageUrl: `https://casa.example/?l=${name}`, now });
  const day = now.toISOString().slice(0, 10);
  await inTransaction((transaction) =>
    addViews([{ workspaceId, formId: form.id, linkId, day, count: 5 }], transaction),
  );
  const counted = async () => {
    const tables = ["counts", "viewBreakdownTotals"];
    const count = (table: string) => `(SELECT COUNT(*) FROM ${table} WHERE kind = 'link') AS ${table}`;
    const [[row]] = await sequelize.query(`SELECT ${tables.map(count).join(", ")}`);
    return row;
  };
  await addUpMoney(form);
  // A day, its ten and its month.
  expect(await counted()).toEqual({ counts: 3, viewBreakdownTotals: 1 });

  await migration.down(queryInterface);

  expect(await counted()).toMatchObject({ viewBreakdownTotals: 0 });
  await migration.up(queryInterface);
  await inTransaction((transaction) => markAllDays({ workspaceId }, transaction));
  await addUpMoney(form);
  expect(await counted()).toEqual({ counts: 0, viewBreakdownTotals: 0 });
  await expectTotalsToBeTrue();
});
