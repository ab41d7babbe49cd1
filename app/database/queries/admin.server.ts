import { QueryTypes } from "sequelize";
import { sequelize } from "#app/database/connection.server.ts";
import { escapeValue } from "#app/database/dialect.server.ts";
import { DELIVERY_STATES_UNDER_WAY } from "#app/lib/event-state.ts";
import { DEFAULT_PLAN } from "#app/lib/plans.ts";

const conditions = {
  users: "deleteRequestedAt IS NULL",
  subscriptionGrants: `plan <> '${DEFAULT_PLAN}'`,
};

/** Counts the rows of each minute since a time. Minutes can be grouped into the days of any time zone. */
export async function countByMinute(
  table: keyof typeof conditions,
  since: Date,
): Promise<{ at: Date; count: number }[]> {
  const rows = await sequelize.query<{ minute: string; count: number }>(
    `SELECT SUBSTR(createdAt, 1, 16) AS minute, COUNT(*) AS \`count\` FROM ${table}
     WHERE createdAt >= ${escapeValue(since)} AND ${conditions[table]} GROUP BY minute`,
    { type: QueryTypes.SELECT },
  );
  return rows.map(({ minute, count }) => ({
    at: new Date(`${minute.replace(" ", "T")}Z`),
    count: Number(count),
  }));
}

/** The tables of work, with the states of waiting and failed rows. */
const queues = {
  deliveries: DELIVERY_STATES_UNDER_WAY,
  mails: ["queued", "failed"],
  eventConsumptions: ["queued", "failed"],
  bulkJobs: ["queued"],
  replays: ["running"],
  newsAnnouncements: ["queued"],
} as const;
export type QueueName = keyof typeof queues;

/** How many rows wait in each state, and since when the oldest is due. */
export async function countQueues(): Promise<
  { queue: QueueName; state: string; count: number; dueAt: Date | null }[]
> {
  const counted = await Promise.all(
    (Object.keys(queues) as QueueName[]).map(async (queue) => {
      const states = queues[queue].map((state) => `'${state}'`).join(", ");
      const rows = await sequelize.query<{ state: string; count: number; dueAt: string | Date | null }>(
        `SELECT state, COUNT(*) AS \`count\`, MIN(dueAt) AS dueAt FROM ${queue} WHERE state IN (${states}) GROUP BY state`,
        { type: QueryTypes.SELECT },
      );
      return queues[queue].map((state) => {
        const row = rows.find((found) => found.state === state);
        return {
          queue,
          state,
          count: Number(row?.count ?? 0),
          dueAt: row?.dueAt ? new Date(row.dueAt) : null,
        };
      });
    }),
  );
  return counted.flat();
}
