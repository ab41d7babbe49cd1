import { type QueryInterface, QueryTypes, type Transaction } from "sequelize";
import { DAY, HOUR, MINUTE } from "#app/lib/dates.ts";
import { firstIdAt, newId, timeOfId } from "#app/lib/ids.ts";
import { addColumns, columnTypes, dropColumns, type Migration } from "./table.ts";

const BATCH = 500;
/** The jobs that found events by a time so far, how far they looked back, and the consumers in their place. */
const FOLLOWERS = [
  {
    job: "new claims",
    firstLookBackMs: HOUR,
    consumer: "new-claims",
    types: ["submission.created"],
  },
  {
    job: "later claims",
    firstLookBackMs: DAY,
    consumer: "later-claims",
    types: ["submission.created", "submission.referenceChanged", "submission.reopened"],
  },
];
const LOOK_BACK_MS = MINUTE;
/** Events that are so old are marked by no job (`mark-events.server.ts`). */
const MARKED_LATER_MS = HOUR;

type Event = { id: string; type: string; createdAt: Date | string };

/** The first event that each job may not have handled. */
async function findStarts({ sequelize }: QueryInterface, now: number): Promise<Map<string, string>> {
  const rows = await sequelize.query<{ name: string; mark: string | null }>(
    "SELECT name, mark FROM jobRuns",
    {
      type: QueryTypes.SELECT,
    },
  );
  const marks = new Map(rows.map(({ name, mark }) => [name, mark]));
  return new Map(
    FOLLOWERS.map(({ job, firstLookBackMs, consumer }) => {
      const mark = marks.get(job);
      const since = mark ? timeOfId(mark).getTime() - LOOK_BACK_MS : now - firstLookBackMs;
      return [consumer, firstIdAt(new Date(since))];
    }),
  );
}

async function findMarked({ sequelize }: QueryInterface, eventIds: string[], transaction: Transaction) {
  const rows = await sequelize.query<{ eventId: string; consumer: string }>(
    "SELECT eventId, consumer FROM eventConsumptions WHERE eventId IN (?)",
    { replacements: [eventIds], type: QueryTypes.SELECT, transaction },
  );
  return new Set(rows.map(({ eventId, consumer }) => `${consumer} ${eventId}`));
}

/** Marks the events of a batch, those alone: one that is committed meanwhile is left to the job. */
async function markEvents(queryInterface: QueryInterface, events: Event[], starts: Map<string, string>) {
  const { sequelize } = queryInterface;
  const ids = events.map(({ id }) => id);
  await sequelize.transaction(async (transaction) => {
    const marked = await findMarked(queryInterface, ids, transaction);
    const rows = events.flatMap(({ id, type, createdAt }) =>
      FOLLOWERS.filter(({ types }) => types.includes(type))
        .map(({ consumer }) => consumer)
        .filter((consumer) => id >= (starts.get(consumer) ?? "") && !marked.has(`${consumer} ${id}`))
        .map((consumer) => [newId(), id, consumer, "queued", createdAt, 0]),
    );
    if (rows.length > 0)
      await sequelize.query(
        `INSERT INTO eventConsumptions (id, eventId, consumer, state, dueAt, attemptCount)
         VALUES ${rows.map(() => "(?)").join(", ")}`,
        { replacements: rows, transaction },
      );
    await sequelize.query("UPDATE domainEvents SET isMarked = 1 WHERE id IN (?)", {
      replacements: [ids],
      transaction,
    });
  });
}

/** Consumers find all events by marks: those that jobs found by a time so far, too. What waits for them is marked. */
export default {
  name: "20261129-0800-marked-events",
  async up(queryInterface) {
    const type = columnTypes(queryInterface);
    await addColumns(queryInterface, "domainEvents", { isMarked: `${type.boolean} NOT NULL DEFAULT 0` });
    const now = Date.now();
    const starts = await findStarts(queryInterface, now);
    const [from = ""] = [...starts.values(), firstIdAt(new Date(now - MARKED_LATER_MS))].sort();
    for (let last = from; ; ) {
      const events = await queryInterface.sequelize.query<Event>(
        `SELECT id, type, createdAt FROM domainEvents WHERE id > ? AND isMarked = 0 ORDER BY id LIMIT ${BATCH}`,
        { replacements: [last], type: QueryTypes.SELECT },
      );
      if (events.length > 0) await markEvents(queryInterface, events, starts);
      if (events.length < BATCH) return;
      last = events.at(-1)?.id ?? last;
    }
  },
  async down(queryInterface) {
    // The jobs go on from where they were: what they look at again changes nothing.
    await queryInterface.sequelize.query("DELETE FROM eventConsumptions WHERE consumer IN (?)", {
      replacements: [FOLLOWERS.map(({ consumer }) => consumer)],
    });
    await dropColumns(queryInterface, "domainEvents", ["isMarked"]);
  },
} satisfies Migration;
