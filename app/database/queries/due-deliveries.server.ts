import { randomInt } from "node:crypto";
import { QueryTypes } from "sequelize";
import { sequelize } from "#app/database/connection.server.ts";
import { databaseNow, escapeValue } from "#app/database/dialect.server.ts";
import { DELIVERY_CLAIMABLE_STATES } from "#app/lib/event-state.ts";

/** Where a delivery goes: nowhere if it has lost its connection. */
type Place = { connectionId: string; workspaceId: string; adPlatform: string } | typeof LOST;
const LOST = { connectionId: null, workspaceId: null, adPlatform: null };

export type DueDelivery = Place & { id: string; isBacklog: boolean };

type Arguments = {
  limit: number;
  /** The most at once of the deliveries with one value. */
  most: Record<keyof Place, number>;
  /** What this process is sending already. */
  underWay?: Place[];
};

/** Each look reads a few rows of this many connections, and the next look those of others. */
const CONNECTIONS_MAX = 20;

const states = DELIVERY_CLAIMABLE_STATES.map(escapeValue).join(", ");

/**
 * Up to `limit` due deliveries, fairly between connections and the oldest first. Skips paused connections and
 * used-up paces. A connection's backlog is sent one at a time. An ad platform that hangs leaves capacity for
 * the others, however many connections it has, and so does a workspace whose ad platforms all hang.
 */
export async function findDueDeliveries({ limit, most, underWay = [] }: Arguments): Promise<DueDelivery[]> {
  const limited = Object.entries(most) as [keyof Place, number][];
  const roomAt = (place: Place, chosen: Place[]) =>
    Math.min(...limited.map(([key, max]) => max - chosen.filter((one) => one[key] === place[key]).length));
  // A delivery without its connection is due to be parked.
  const places: Place[] = [LOST, ...(await listDueConnections())].filter(
    (place) => roomAt(place, underWay) > 0,
  );
  const parts = pickSome(places).flatMap((place) => selectDue(place.connectionId, roomAt(place, underWay)));
  if (parts.length === 0) return [];
  const ranked = await sequelize.query<{
    id: string;
    connectionId: string | null;
    isBacklog: boolean | number;
  }>(
    `SELECT id, connectionId, isBacklog FROM (
       SELECT id, connectionId, isBacklog, createdAt, room,
         ROW_NUMBER() OVER (PARTITION BY connectionId ORDER BY createdAt, id) AS turn
       FROM (${parts.join(" UNION ALL ")}) AS due
     ) AS ranked WHERE turn <= room ORDER BY turn, createdAt, id LIMIT ${limit}`,
    { type: QueryTypes.SELECT },
  );
  const due: DueDelivery[] = [];
  for (const { id, connectionId, isBacklog } of ranked) {
    const place = places.find((one) => one.connectionId === connectionId) ?? LOST;
    if (roomAt(place, [...underWay, ...due]) > 0) due.push({ ...place, id, isBacklog: Boolean(isBacklog) });
  }
  return due;
}

function listDueConnections(): Promise<Place[]> {
  // The LIMIT keeps MySQL from reading all that is due.
  return sequelize.query<Place>(
    `SELECT c.id AS connectionId, c.workspaceId, c.adPlatform FROM connections c
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
}

function pickSome(places: Place[]): Place[] {
  if (places.length <= CONNECTIONS_MAX) return places;
  const first = randomInt(places.length);
  return [...places.slice(first), ...places.slice(0, first)].slice(0, CONNECTIONS_MAX);
}

/** Each part reads the index `deliveries_of_connection` up to its limit. */
function selectDue(connectionId: string | null, room: number): string[] {
  const atConnection =
    connectionId === null ? "connectionId IS NULL" : `connectionId = ${escapeValue(connectionId)}`;
  const select = (where: string, most: number) =>
    `SELECT id, connectionId, isBacklog, createdAt, dueAt, ${room} AS room FROM deliveries
     WHERE ${atConnection} AND ${where} ORDER BY createdAt, id LIMIT ${most}`;
  const isDue = `dueAt <= ${databaseNow()}`;
  const part = (query: string, where = "1 = 1") =>
    `SELECT id, connectionId, isBacklog, createdAt, room FROM (${query}) AS part WHERE ${where}`;
  return [
    // While the oldest is being sent, no other of the backlog is due.
    part(select("state = 'retrying' AND isBacklog = 1", 1), isDue),
    ...DELIVERY_CLAIMABLE_STATES.map((state) =>
      part(select(`state = ${escapeValue(state)} AND isBacklog = 0 AND ${isDue}`, room)),
    ),
  ];
}
