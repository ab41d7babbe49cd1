import { afterEach, expect, test } from "vitest";
import { sequelize } from "#app/database/connection.server.ts";
import { HOUR } from "#app/lib/dates.ts";
import { Submission } from "#app/models/index.server.ts";
import migration from "../../../migrations/20261126-1250-index-changes.ts";
import { createForm, submitForm } from "../../factories/index.ts";

const queryInterface = sequelize.getQueryInterface();
afterEach(() => migration.up(queryInterface));

test("claims of an earlier version have changed last when they were decided, corrected or withdrawn", async () => {
  const form = await createForm();
  const now = new Date("2026-11-20T10:00:00.000Z");
  const later = (hours: number) => new Date(+now + hours * HOUR);
  const [waiting, decided, corrected] = await Promise.all([1, 2, 3].map(() => submitForm(form, { now })));
  await decided?.update({ handledAt: later(2) });
  await corrected?.update({ handledAt: later(2), correctedAt: later(30) });

  // Twice, as after a kill.
  for (const change of ["down", "down", "up", "up"] as const) await migration[change](queryInterface);

  const read = async (id = "") => (await Submission.findByPk(id, { rejectOnEmpty: true })).updatedAt;
  expect(await Promise.all([waiting, decided, corrected].map((claim) => read(claim?.id)))).toEqual([
    now,
    later(2),
    later(30),
  ]);
});
