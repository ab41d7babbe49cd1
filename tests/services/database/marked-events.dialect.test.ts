import { v7 } from "uuid";
import { afterEach, expect, test } from "vitest";
import { sequelize } from "#app/database/connection.server.ts";
import { escapeValue } from "#app/database/dialect.server.ts";
import { HOUR, MINUTE, SECOND } from "#app/lib/dates.ts";
import { firstIdAt, newId } from "#app/lib/ids.ts";
import { DomainEvent, EventConsumption, JobRun } from "#app/models/index.server.ts";
import type { EventType } from "#app/services/domain-events/event-types.ts";
import { markUnmarkedEvents } from "#app/services/domain-events/mark-events.server.ts";
import migration from "../../../migrations/20261129-0800-marked-events.ts";
import { createOwner } from "../../factories/index.ts";

const queryInterface = sequelize.getQueryInterface();
const query = sequelize.query;
afterEach(async () => {
  sequelize.query = query;
  await migration.up(queryInterface);
});

/** Runs the migration until it dies before the n-th of its changes. */
async function runAndDie(change: "up" | "down", count: number): Promise<void> {
  let left = count;
  sequelize.query = ((sql: string, ...rest: []) => {
    if (/^(ALTER|INSERT|UPDATE|DELETE)/.test(sql)) left -= 1;
    // The database takes back the transaction of a process that has died.
    if (left === 0 && sql !== "ROLLBACK;") throw new Error("killed");
    return query.call(sequelize, sql, ...rest);
  }) as typeof query;
  await migration[change](queryInterface).catch((error: Error) => expect(error.message).toBe("killed"));
  sequelize.query = query;
}

/** Records an event as a server of the version before does, without a mark of the new consumers. */
async function record(workspaceId: string, type: EventType, ageMs: number): Promise<string> {
  const createdAt = new Date(Date.now() - ageMs);
  const id = v7({ msecs: createdAt.getTime() });
  const values = [id, workspaceId, type, newId(), "{}", createdAt].map((value) => escapeValue(value));
  await sequelize.query(
    `INSERT INTO domainEvents (id, workspaceId, type, subjectId, payload, createdAt) VALUES (${values.join(", ")})`,
  );
  return id;
}

const readMarks = async () =>
  (await EventConsumption.findAll()).map(({ eventId, consumer }) => `${consumer} ${eventId}`).sort();

const marksOf = (eventIds: string[], consumers: string[]) =>
  consumers.flatMap((consumer) => eventIds.map((id) => `${consumer} ${id}`)).sort();

test("events that waited for a job of the version before have marks, those it has handled have none", async () => {
  const { workspace } = await createOwner();
  await migration.down(queryInterface);
  const startedAt = new Date();
  const jobs = { "new claims": 3 * HOUR, "later claims": 2 * MINUTE };
  for (const [name, ageMs] of Object.entries(jobs))
    await JobRun.upsert({
      name,
      startedAt,
      durationMs: 0,
      mark: firstIdAt(new Date(startedAt.getTime() - ageMs)),
    });
  const handled = await record(workspace.id, "submission.created", 4 * HOUR);
  const told = await record(workspace.id, "submission.referenceChanged", 30 * MINUTE);
  const waiting = await record(workspace.id, "submission.created", 2 * HOUR);
  const latest = await record(workspace.id, "submission.created", SECOND);
  const reopened = await record(workspace.id, "submission.reopened", SECOND);
  const refused = await record(workspace.id, "connection.refused", SECOND);
  const expected = [
    ...marksOf([waiting, latest], ["new-claims"]),
    ...marksOf([latest, reopened], ["later-claims"]),
  ].sort();

  for (let count = 1; count <= 4; count += 1) await runAndDie("up", count);
  await migration.up(queryInterface);
  expect(await readMarks()).toEqual(expected);
  expect((await readMarks()).join()).not.toMatch(new RegExp([handled, told, refused].join("|")));
  // What is consumed is not marked again, neither by the migration nor by the job.
  await EventConsumption.destroy({ where: {} });
  await migration.up(queryInterface);
  await markUnmarkedEvents();
  expect(await readMarks()).toEqual([]);

  for (let count = 1; count <= 2; count += 1) await runAndDie("down", count);
  await migration.down(queryInterface);
  expect(Object.keys(await queryInterface.describeTable("domainEvents"))).not.toContain("isMarked");
});

test("events that a server of the version before records are marked within the hour, for its missing consumers", async () => {
  const { workspace } = await createOwner();
  const created = await record(workspace.id, "submission.created", 50 * MINUTE);
  await record(workspace.id, "submission.created", 61 * MINUTE);
  await record(workspace.id, "connection.refused", MINUTE);
  const decided = await record(workspace.id, "submission.decided", MINUTE);
  await markUnmarkedEvents();
  const expected = [
    ...marksOf(
      [created],
      ["new-claims", "later-claims", "claims-of-running-statements", "claims-of-broker-apis"],
    ),
    ...marksOf([decided], ["claims-of-running-statements", "doors-of-claims", "rules", "worths"]),
  ].sort();
  expect(await readMarks()).toEqual(expected);
  await markUnmarkedEvents();
  expect(await readMarks()).toEqual(expected);
  expect(await DomainEvent.count({ where: { isMarked: true } })).toBe(2);
});
