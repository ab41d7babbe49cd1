import { randomInt } from "node:crypto";
import { QueryTypes } from "sequelize";
import { sequelize } from "#app/database/connection.server.ts";
import { databaseNow, escapeValue } from "#app/database/dialect.server.ts";
import { DELIVERY_CLAIMABLE_STATES } from "#app/lib/domain.ts";

export type DueDelivery = { id: string; connectionId: string | null; isBacklog: boolean };

type Arguments = {
  limit: number;
  perConnection: number;
  /** How many of a connection this process is sending already. */
  countUnderWay?: (connectionId: string | null) => number;
};

/** One look reads a few rows of so many connections, the next look those of others. */
const CONNECTIONS_MAX = 20;

const states = DELIVERY_CLAIMABLE_STATES.map(escapeValue).join(", ");

/**
 * Up to `limit` due deliveries, fairly between connections and the oldest first. Those whose pace is used up,
 * or whose connection is paused, wait. Of a connection's backlog the oldest one comes alone.
 */
export async function findDueDeliveries({
  limit,
  perConnection,
  countUnderWay = () => 0,
}: Arguments): Promise<DueDelivery[]> {
  if (!(await isAnyDue())) return [];
  // What has lost its connection is due to be parked.
  const parts = [null, ...someOf(await listDueConnections())].flatMap((connectionId) => {
    const room = perConnection - countUnderWay(connectionId);
    return room > 0 ? dueOf(connectionId, room) : [];
  });
  if (parts.length === 0) return [];
  const due = await sequelize.query<DueDelivery & { isBacklog: boolean | number }>(
    `SELECT id, connectionId, isBacklog FROM (
       SELECT id, connectionId, isBacklog, createdAt, room,
         ROW_NUMBER() OVER (PARTITION BY connectionId ORDER BY createdAt, id) AS turn
       FROM (${parts.join(" UNION ALL ")}) AS due
     ) AS ranked WHERE turn <= room ORDER BY turn, createdAt, id LIMIT ${limit}`,
    { type: QueryTypes.SELECT },
  );
  return due.map((row) => ({ ...row, isBacklog: Boolean(row.isBacklog) }));
}

/** Most looks find nothing, and end here. */
async function isAnyDue(): Promise<boolean> {
  const rows = await sequelize.query(
    `SELECT 1 FROM deliveries WHERE state IN (${states}) AND dueAt <= ${databaseNow()} LIMIT 1`,
    { type: QueryTypes.SELECT },
  );
  return rows.length > 0;
}

async function listDueConnections(): Promise<string[]> {
  // The LIMIT keeps MySQL from reading all that is due.
  const rows = await sequelize.query<{ id: string }>(
    `SELECT c.id FROM connections c
     WHERE (c.pausedUntil IS NULL OR c.pausedUntil <= ${databaseNow()})
       AND NOT EXISTS (
         SELECT 1 FROM adPlatformPaces p WHERE p.id IN (c.id, c.adPlatform) AND p.nextAt > ${databaseNow()}
       )
       AND (
         SELECT d.id FROM deliveries d
         WHERE d.connectionId = c.id AND d.state IN (${states}) AND d.dueAt <= ${databaseNow()} LIMIT 1
       ) IS NOT NULL`,
    { type: QueryTypes.SELECT },
  );
  return rows.map(({ id }) => id);
}

function someOf(ids: string[]): string[] {
  if (ids.length <= CONNECTIONS_MAX) return ids;
  const first = randomInt(ids.length);
  return [...ids.slice(first), ...ids.slice(0, first)].slice(0, CONNECTIONS_MAX);
}

/** Each part follows the index `deliveries_of_connection` and ends at its limit. */
function dueOf(connectionId: string | null, room: number): string[] {
  const isOf = connectionId === null ? "connectionId IS NULL" : `connectionId = ${escapeValue(connectionId)}`;
  const select = (where: string, most: number) =>
    `SELECT id, connectionId, isBacklog, createdAt, dueAt, ${room} AS room FROM deliveries
     WHERE ${isOf} AND ${where} ORDER BY createdAt, id LIMIT ${most}`;
  const isDue = `dueAt <= ${databaseNow()}`;
  const part = (query: string, where = "1 = 1") =>
    `SELECT id, connectionId, isBacklog, createdAt, room FROM (${query}) AS part WHERE ${where}`;
  return [
    // While the oldest is under way, no other one of the backlog is due.
    part(select("state = 'retrying' AND isBacklog = 1", 1), isDue),
    ...DELIVERY_CLAIMABLE_STATES.map((state) =>
      part(select(`state = ${escapeValue(state)} AND isBacklog = 0 AND ${isDue}`, room)),
    ),
  ];
}
