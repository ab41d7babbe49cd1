import { QueryTypes } from "sequelize";
import { sequelize } from "#app/database/connection.server.ts";
import { escapeValue } from "#app/database/dialect.server.ts";
import { HOUR } from "#app/lib/dates.ts";
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

/** The tables of work, those with leases, with the states of waiting and failed rows. */
const queues = {
  deliveries: DELIVERY_STATES_UNDER_WAY,
  mails: ["queued", "failed"],
  pushSubscriptions: ["queued"],
  eventConsumptions: ["queued", "failed"],
  bulkJobs: ["queued"],
  listExports: ["queued", "failed"],
  statements: ["reading", "matching", "ready", "failed"],
  statementErasures: ["queued"],
  spendImports: ["reading", "failed"],
  spendAccounts: ["connected", "invalid"],
  brokerConnections: ["on", "off"],
  telegramBots: ["on", "off"],
  telegramClaims: ["queued"],
  telegramEntries: ["due", "remove"],
  telegramMessages: ["queued", "paced"],
  telegramDeskChats: ["queued"],
  brokerWorths: ["queued"],
  replays: ["running"],
  newsAnnouncements: ["queued"],
} as const;
/** A row in one of these rests until it has a time: a statement that is matched, an account that is read daily. */
const AT_REST = ["ready", "connected"].map((state) => escapeValue(state)).join(", ");
/** Queues of one table. */
const PARTS_OF: Partial<Record<QueueName, string>> = {
  statements: "imports WHERE kind = 'statement' AND",
  spendImports: "imports WHERE kind <> 'statement' AND",
};
export type QueueName = keyof typeof queues;
type QueueCount = { queue: QueueName; state: string; count: number; dueAt: Date | null };

/** How many rows wait in each state, and since when the oldest is due. */
export async function countQueues(): Promise<QueueCount[]> {
  const names = Object.keys(queues) as QueueName[];
  const selects = names.map((queue) => {
    const states = queues[queue].map((state) => escapeValue(state)).join(", ");
    return `SELECT '${queue}' AS queue, state, COUNT(*) AS \`count\`, MIN(dueAt) AS dueAt FROM ${PARTS_OF[queue] ?? `${queue} WHERE`}
      state IN (${states}) AND (state NOT IN (${AT_REST}) OR dueAt IS NOT NULL) GROUP BY state`;
  });
  const rows = await sequelize.query<{
    queue: string;
    state: string;
    count: number;
    dueAt: string | Date | null;
  }>(selects.join(" UNION ALL "), { type: QueryTypes.SELECT });
  return names.flatMap((queue) =>
    queues[queue].map((state) => {
      const row = rows.find((found) => found.queue === queue && found.state === state);
      return {
        queue,
        state,
        count: Number(row?.count ?? 0),
        dueAt: row?.dueAt ? new Date(row.dueAt) : null,
      };
    }),
  );
}

/** How many events without a result end within each number of hours, by ad platform. */
export async function countExpiringEvents(
  now: Date,
  hours: readonly number[],
): Promise<{ adPlatform: string; hours: number; count: number }[]> {
  const states = DELIVERY_STATES_UNDER_WAY.map((state) => escapeValue(state)).join(", ");
  const selects = hours.map(
    (within) => `SELECT adPlatform, ${within} AS hours, COUNT(*) AS \`count\` FROM deliveries
      WHERE state IN (${states}) AND sendBefore > ${escapeValue(now)}
      AND sendBefore <= ${escapeValue(new Date(now.getTime() + within * HOUR))} GROUP BY adPlatform`,
  );
  const rows = await sequelize.query<{ adPlatform: string; hours: number; count: number }>(
    selects.join(" UNION ALL "),
    { type: QueryTypes.SELECT },
  );
  return rows.map((row) => ({
    adPlatform: row.adPlatform,
    hours: Number(row.hours),
    count: Number(row.count),
  }));
}

/** A refused one needs a new credential, a paused one is tried again. */
export const CONNECTION_STATES = ["connected", "paused", "refused"] as const;
type ConnectionState = (typeof CONNECTION_STATES)[number];

/** How many connections of each ad platform are connected, paused and refused. */
export async function countConnections(
  now: Date,
): Promise<{ adPlatform: string; state: ConnectionState; count: number }[]> {
  const rows = await sequelize.query<{ adPlatform: string; state: ConnectionState; count: number }>(
    `SELECT adPlatform, CASE WHEN status = 'invalid' THEN 'refused'
       WHEN pausedUntil > ${escapeValue(now)} THEN 'paused' ELSE 'connected' END AS state, COUNT(*) AS \`count\`
     FROM connections GROUP BY adPlatform, state`,
    { type: QueryTypes.SELECT },
  );
  return rows.map((row) => ({ ...row, count: Number(row.count) }));
}
