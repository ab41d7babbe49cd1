import { QueryTypes } from "sequelize";
import { afterEach, expect, test } from "vitest";
import { sequelize } from "#app/database/connection.server.ts";
import { newId } from "#app/lib/ids.ts";
import { ListExport, SavedView, Submission } from "#app/models/index.server.ts";
import migration from "../../../migrations/20261125-1200-recount-event-states.ts";
import later from "../../../migrations/20261126-0030-count-truth-states.ts";
import forms from "../../../migrations/20261127-0000-forms.ts";
import { createForm } from "../../factories/index.ts";
import { expectTotalsToBeTrue } from "../../support/counts.ts";
import { combineStates, insertClaims } from "../../support/event-states.ts";

const queryInterface = sequelize.getQueryInterface();
const query = sequelize.query;
afterEach(async () => {
  sequelize.query = query;
  await migration.up(queryInterface);
  await later.up(queryInterface);
});

/** Runs the migration until it dies before the n-th of its statements that match. */
async function runAndDie(pattern: RegExp, count: number): Promise<void> {
  let left = count;
  sequelize.query = ((sql: string, ...rest: []) => {
    if (pattern.test(sql)) left -= 1;
    if (left === 0) throw new Error("killed");
    return query.call(sequelize, sql, ...rest);
  }) as typeof query;
  await expect(migration.up(queryInterface)).rejects.toThrow("killed");
  sequelize.query = query;
}

const statesOfAll = async () => {
  const rows = await Submission.findAll({ attributes: ["id", "eventState"], raw: true });
  return new Map(rows.map(({ id, eventState }) => [id, eventState]));
};

test("claims of the version before get their event states and totals, however often it is killed", async () => {
  const form = await createForm();
  const combinations = combineStates();
  const ids = await insertClaims(form, combinations);
  const [{ id: workspaceId }, userId] = [form.owner.workspace, form.owner.id];
  const view = { id: newId(), workspaceId, userId, name: "Sent", isShared: false, createdAt: new Date() };
  await SavedView.create({ ...view, query: "status=handled&event=sent&eventStatus=sent" });
  const waiting = await ListExport.create({
    workspaceId,
    userId,
    format: "csv",
    total: 1,
    writtenCount: 0,
    attemptCount: 0,
    query: '{"page":1,"event":"sent"}',
    state: "queued",
    dueAt: null,
    createdAt: new Date(),
  });
  const after = await statesOfAll();

  await later.down(queryInterface);
  await migration.down(queryInterface);
  const mixed = ids.filter((_, index) => {
    const { meta, tiktok, ...others } = combinations[index] ?? {};
    return meta === "sent" && tiktok === "failed" && Object.keys(others).length === 0;
  });
  const before = await statesOfAll();
  expect(mixed.map((id) => [before.get(id), after.get(id)])).toEqual([[null, "failed"]]);
  const [row] = await sequelize.query<Record<string, unknown>>(
    "SELECT * FROM breakdownTotals WHERE kind = 'event'",
    {
      type: QueryTypes.SELECT,
    },
  );
  expect(Object.keys(row ?? {})).not.toContain("eventState");
  await SavedView.update({ query: "status=handled&event=sent&eventStatus=sent" }, { where: { workspaceId } });

  await waiting.update({ query: '{"page":1,"event":"sent"}' });

  await runAndDie(/^CREATE TABLE/, 2);
  await runAndDie(/^UPDATE submissions/, 2);
  await runAndDie(/^INSERT INTO breakdownTotals/, 7);
  await migration.up(queryInterface);
  await later.up(queryInterface);
  // Makes the totals of forms, which are of a later version, anew.
  await forms.up(queryInterface);
  expect(await statesOfAll()).toEqual(after);
  await expectTotalsToBeTrue();
  expect((await SavedView.findByPk(view.id))?.query).toBe("status=handled&event=attempted&eventStatus=sent");
  expect((await waiting.reload()).query).toBe('{"page":1,"event":"attempted"}');
});
