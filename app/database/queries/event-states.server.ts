import { literal, Op, QueryTypes, type WhereOptions } from "sequelize";
import { sequelize } from "#app/database/connection.server.ts";
import { databaseNow, escapeValue } from "#app/database/dialect.server.ts";
import type { Value } from "#app/database/values.server.ts";
import {
  DELIVERY_PROGRESS,
  DELIVERY_SENDABLE_STATES,
  DELIVERY_STATES,
  EVENT_STATES,
  type EventFilter,
  type EventState,
  isUnderWay,
  listCountedStates,
  listStates,
  toCounted,
} from "#app/lib/event-state.ts";

const list = (values: readonly string[]) => values.map(escapeValue).join(", ");

/** SQL for `toProgress` of a delivery `d`. */
const progress = () =>
  `CASE WHEN d.state IN (${list(DELIVERY_SENDABLE_STATES)}) AND d.leaseToken IS NOT NULL AND d.dueAt > ${databaseNow()} THEN 'sending' ELSE d.state END`;

const findPlace = (state: EventState) => EVENT_STATES.indexOf(state);
const listPlaces = (states: readonly EventState[]) => states.map(findPlace).join(", ");

/** By the submission alone: with the workspace too, SQLite may read all of its deliveries for each. */
const fromDeliveries = (submission: string) =>
  `FROM deliveries d WHERE d.submissionId = ${submission}.\`id\``;

/** SQL for the place of a verified submission's event state in the list of states. */
function selectStatePlace(submission: string): string {
  const places = DELIVERY_PROGRESS.map((state) => `WHEN '${state}' THEN ${findPlace(state)}`).join(" ");
  return `COALESCE((SELECT MIN(CASE ${progress()} ${places} END) ${fromDeliveries(submission)}), ${findPlace("none")})`;
}

/** SQL for the event state as it is counted. */
export function selectCountedState(submission: string): string {
  const names = EVENT_STATES.map((state) => `WHEN ${findPlace(state)} THEN '${toCounted(state)}'`).join(" ");
  return `CASE ${selectStatePlace(submission)} ${names} END`;
}

/** SQL for deliveries `d` in one of the states. */
export function isDeliveryIn(states: readonly EventState[]): string {
  const leasable: readonly EventState[] = DELIVERY_SENDABLE_STATES;
  const isSending = states.includes("sending");
  const stored = DELIVERY_STATES.filter(
    (state) => states.includes(state) || (isSending && leasable.includes(state)),
  );
  const isStored = leasable.every((state) => states.includes(state) === isSending);
  return `d.state IN (${list(stored)})${isStored ? "" : ` AND ${progress()} IN (${list(states)})`}`;
}

const isConfirmed = "d.state = 'sent' AND d.receipt IS NOT NULL";

/** The condition of verified submissions whose event state a filter names. */
export function isInEventState(filter: EventFilter): WhereOptions {
  const states = listStates(filter);
  const underWay = states.filter(isUnderWay);
  const isCounted = underWay.length === 0 || listCountedStates(filter) !== null;
  return {
    [Op.and]: [
      { status: "handled", eventState: [...new Set(states.map(toCounted))] },
      ...(isCounted
        ? []
        : [
            literal(
              `(eventState <> 'open' OR ${selectStatePlace("`Submission`")} IN (${listPlaces(underWay)}))`,
            ),
          ]),
      ...(filter === "confirmed"
        ? [literal(`EXISTS (SELECT 1 ${fromDeliveries("`Submission`")} AND ${isConfirmed})`)]
        : []),
    ],
  };
}

/**
 * The condition of verified submissions whose delivery to one ad platform is in a state.
 * @param isFrequent whether many match. The `LIMIT` then makes MySQL scan submissions in order instead of
 * collecting all matching deliveries.
 */
export function isInStateAt(
  adPlatform: string,
  filter: EventFilter | undefined,
  isFrequent = false,
): WhereOptions {
  const conditions = [
    "d.workspaceId = `Submission`.`workspaceId`",
    `d.adPlatform = ${escapeValue(adPlatform)}`,
    ...(filter && filter !== "none" ? [isDeliveryIn(listStates(filter))] : []),
    ...(filter === "confirmed" ? [isConfirmed] : []),
  ];
  const found = `SELECT 1 ${fromDeliveries("`Submission`")} AND ${conditions.join(" AND ")}`;
  const exists = isFrequent ? `(${found} LIMIT 1) IS NOT NULL` : `EXISTS (${found})`;
  return { [Op.and]: [{ status: "handled" }, literal(filter === "none" ? `NOT ${exists}` : exists)] };
}

/**
 * How many submissions with an event under way are problems. Read from the deliveries, of which few are. One
 * that is a problem decides its submission's state, because these states come first.
 */
export const problemsUnderWay = (workspaceId: string): Value<number> => ({
  sql: `SELECT COUNT(DISTINCT s.id) FROM deliveries d JOIN submissions s ON s.id = d.submissionId
     WHERE d.workspaceId = ${escapeValue(workspaceId)} AND ${isDeliveryIn(listStates("problem").filter(isUnderWay))}
       AND s.workspaceId = d.workspaceId AND s.status = 'handled' AND s.eventState = 'open'`,
  read: Number,
});

type Range = {
  workspaceId: string;
  from: Date;
  before: Date;
  /** A SELECT of the claims' ids, if not all claims count. */
  matching?: string | undefined;
};

/** How many claims of a range have each of the states under way. */
export async function countUnderWay(range: Range): Promise<Map<EventState, number>> {
  const rows = await sequelize.query<{ place: number; count: number | string }>(
    `SELECT place, COUNT(*) AS \`count\` FROM (
       SELECT ${selectStatePlace("s")} AS place FROM submissions s
       WHERE s.workspaceId = :workspaceId AND s.eventState = 'open'
         AND s.createdAt >= ${escapeValue(range.from)} AND s.createdAt < ${escapeValue(range.before)} AND s.status = 'handled'
         ${range.matching ? `AND s.id IN (${range.matching})` : ""}
     ) AS events GROUP BY place`,
    { type: QueryTypes.SELECT, replacements: { workspaceId: range.workspaceId } },
  );
  return new Map(rows.map(({ place, count }) => [EVENT_STATES[Number(place)] ?? "none", Number(count)]));
}
