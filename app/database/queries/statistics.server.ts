import { QueryTypes } from "sequelize";
import { sequelize } from "#app/database/connection.server.ts";
import { escapeValue, exactSum, has } from "#app/database/dialect.server.ts";
import type { SubmissionStatus } from "#app/lib/domain.ts";
import { type CountedEventState, type DeliveryState, listStates } from "#app/lib/event-state.ts";
import { mapValues } from "#app/lib/objects.ts";
import type { Days } from "#app/lib/periods.ts";
import {
  type DecidedCounts,
  TRUTH_FILTERS,
  type TruthFilter,
  type TruthState,
  truthStates,
} from "#app/lib/truth.ts";
import { isDeliveryIn } from "./event-states.server.ts";
import { countedColumns, type PropertyKind } from "./totals.server.ts";

/** `matching` is a SELECT of the claims' ids, if not all claims count. */
type Place = { workspaceId: string; days: Days; matching?: string | undefined };
type Range = { workspaceId: string; from: Date; before: Date; matching?: string | undefined };

const select = <T extends object>(sql: string, replacements: Record<string, unknown>): Promise<T[]> =>
  sequelize.query<T>(sql, { type: QueryTypes.SELECT, replacements });
const isCountedAs = (filter: TruthFilter) =>
  `truthState IN (${truthStates[filter].map(escapeValue).join(", ")})`;
const ofDays = "workspaceId = :workspaceId AND day BETWEEN :from AND :to";

/** The totals, or the claims themselves with the columns of totals. */
const selectTotals = ({ matching }: Place) =>
  matching ? `(${asTotals("platformId", matching)}) AS matched` : "submissionTotals";

const asTotals = (column: string, matching: string) =>
  `SELECT workspaceId, day, ${countedColumns}, ${column}, 1 AS \`count\` FROM submissions WHERE ${ofDays} AND id IN (${matching})`;

export type DayCount = {
  day: string;
  status: SubmissionStatus;
  /** Empty before a claim is verified. */
  eventState: CountedEventState | "";
  truthState: TruthState;
  count: number;
};

/** The claims of each day by status, event state and truth state. */
export async function claimsByDay({ workspaceId, days, ...place }: Place): Promise<DayCount[]> {
  const rows = await select<DayCount>(
    `SELECT day, status, eventState, truthState, SUM(\`count\`) AS \`count\` FROM ${selectTotals({ workspaceId, days, ...place })} WHERE ${ofDays} GROUP BY day, status, eventState, truthState`,
    { workspaceId, ...days },
  );
  return rows.map((row) => ({ ...row, count: Number(row.count) }));
}

export async function viewsByDay({ workspaceId, days }: Place): Promise<Map<string, number>> {
  const rows = await select<{ day: string; count: number }>(
    `SELECT day, \`count\` FROM viewTotals WHERE ${ofDays}`,
    { workspaceId, ...days },
  );
  return new Map(rows.map(({ day, count }) => [day, Number(count)]));
}

/** Whether the form was ever opened, a claim decided, and one confirmed by a statement, without counting all. */
export function beginnings(workspaceId: string) {
  const own = `workspaceId = ${escapeValue(workspaceId)}`;
  const totals = (condition = "") => has("submissionTotals", `${own} AND \`count\` > 0${condition}`);
  return {
    isOpened: { sql: `${has("viewTotals", own)} OR ${totals()}`, read: Boolean },
    isDecided: { sql: totals(` AND ${isCountedAs("decided")}`), read: Boolean },
    isConfirmed: { sql: totals(` AND ${isCountedAs("confirmed")}`), read: Boolean },
  };
}

/** The first day with a view or a claim. */
export async function findFirstDay(workspaceId: string): Promise<string | null> {
  const [row] = await select<{ day: string | null }>(
    `SELECT MIN(day) AS day FROM (
       SELECT MIN(day) AS day FROM viewTotals WHERE workspaceId = :workspaceId
       UNION ALL SELECT MIN(day) AS day FROM submissionTotals WHERE workspaceId = :workspaceId AND \`count\` > 0
     ) AS days`,
    { workspaceId },
  );
  return row?.day ?? null;
}

export type Part = { value: string; submissions: number; handled: number; sent: number } & DecidedCounts;

const sumIf = (condition: string) => `SUM(CASE WHEN ${condition} THEN \`count\` ELSE 0 END)`;
const parts = [
  "SUM(`count`) AS submissions",
  `${sumIf("status = 'handled'")} AS handled`,
  `${sumIf("eventState = 'sent'")} AS sent`,
  ...TRUTH_FILTERS.map((filter) => `${sumIf(isCountedAs(filter))} AS ${filter}`),
].join(", ");
const largestFirst = "HAVING SUM(`count`) > 0 ORDER BY submissions DESC, value ASC LIMIT :limit";

function toParts(rows: Part[]): Part[] {
  return rows.map(({ value, ...counts }) => ({ value, ...mapValues(counts, Number) }));
}

function selectParts(by: PropertyKind | "platform", place: Place): string {
  const { matching } = place;
  if (by === "platform")
    return `SELECT platformId AS value, ${parts} FROM ${selectTotals(place)} WHERE ${ofDays} GROUP BY platformId ${largestFirst}`;
  const values = matching
    ? `(${asTotals(`COALESCE(${by}, '') AS value`, matching)}) AS matched WHERE ${ofDays}`
    : `breakdownTotals WHERE ${ofDays} AND kind = ${escapeValue(by)}`;
  return `SELECT value, ${parts} FROM ${values} GROUP BY value ${largestFirst}`;
}

/** The claims of a range by platform id or one of their properties, the most frequent values first. */
export async function claimsBy(by: PropertyKind | "platform", place: Place, limit: number): Promise<Part[]> {
  const { workspaceId, days } = place;
  return toParts(await select<Part>(selectParts(by, place), { workspaceId, limit, ...days }));
}

/** The same by several at once, in one statement. */
export async function claimsByEach<By extends PropertyKind | "platform">(
  all: readonly By[],
  place: Place,
  limit: number,
): Promise<Record<By, Part[]>> {
  const { workspaceId, days } = place;
  const selects = all.map(
    (by) => `SELECT ${escapeValue(by)} AS part, one.* FROM (${selectParts(by, place)}) AS one`,
  );
  const rows = await select<Part & { part: By }>(selects.join(" UNION ALL "), {
    workspaceId,
    limit,
    ...days,
  });
  const of = (by: By) =>
    toParts(rows.flatMap(({ part, ...row }) => (part === by ? [row as unknown as Part] : [])));
  return Object.fromEntries(all.map((by) => [by, of(by)])) as Record<By, Part[]>;
}

const verifiedIn = ({ from, before, matching }: Range) =>
  `s.workspaceId = :workspaceId AND s.status = 'handled' AND s.createdAt >= ${escapeValue(from)} AND s.createdAt < ${escapeValue(before)}${matching ? ` AND s.id IN (${matching})` : ""}`;

/** What the claims of the days earned, in each currency. */
export async function earnedIn({
  workspaceId,
  days,
}: Place): Promise<{ amount: string; currency: string }[]> {
  return select(
    `SELECT ${exactSum("amount")} AS amount, currency FROM commissionTotals WHERE ${ofDays} GROUP BY currency ORDER BY currency`,
    { workspaceId, ...days },
  );
}

/** The events of the days' claims by ad platform: totals count those settled, rows those under way. */
export async function settledEvents({ workspaceId, days }: Place): Promise<PlatformEvents[]> {
  const rows = await select<{ value: string; count: number | string }>(
    `SELECT value, SUM(\`count\`) AS \`count\` FROM breakdownTotals WHERE ${ofDays} AND kind = 'delivery' GROUP BY value HAVING SUM(\`count\`) > 0 ORDER BY value`,
    { workspaceId, ...days },
  );
  const byId = new Map<string, PlatformEvents>();
  for (const { value, count } of rows) {
    const [adPlatform = "", state = ""] = value.split(":");
    const events = byId.get(adPlatform) ?? { adPlatform, sent: 0, accepted: 0, confirmed: 0 };
    const isAccepted = state === "sent" || state === "confirmed";
    const isAttempted = isAccepted || listStates("attempted").some((one) => one === state);
    if (isAttempted) events.sent += Number(count);
    if (isAccepted) events.accepted += Number(count);
    if (state === "confirmed") events.confirmed += Number(count);
    byId.set(adPlatform, events);
  }
  return [...byId.values()];
}

/** What the claims of a time earned, in each currency, by their rows. */
export async function sumCommissions(range: Range): Promise<{ amount: string; currency: string }[]> {
  return select(
    `SELECT ${exactSum("c.earned")} AS amount, c.tierCurrency AS currency FROM submissions s
     JOIN commissions c ON c.submissionId = s.id AND c.workspaceId = s.workspaceId
     WHERE ${verifiedIn(range)} AND c.earned IS NOT NULL GROUP BY c.tierCurrency ORDER BY c.tierCurrency`,
    { workspaceId: range.workspaceId },
  );
}

type PlatformEvents = { adPlatform: string; sent: number; accepted: number; confirmed: number };

/**
 * The events of the claims of a range by ad platform, counted by rows: sent, accepted, and reported as processed.
 * @param states only deliveries in these
 */
export async function eventsByAdPlatform(
  range: Range,
  states?: readonly DeliveryState[],
): Promise<PlatformEvents[]> {
  const among = states
    ? ` AND d.workspaceId = :workspaceId AND d.state IN (${states.map(escapeValue).join(", ")})`
    : "";
  const count = (condition: string) => `SUM(CASE WHEN ${condition} THEN 1 ELSE 0 END)`;
  const rows = await select<PlatformEvents>(
    `SELECT d.adPlatform, ${count(isDeliveryIn(listStates("attempted")))} AS sent,
       ${count("d.state = 'sent'")} AS accepted, ${count("d.state = 'sent' AND d.receipt IS NOT NULL")} AS confirmed
     FROM submissions s JOIN deliveries d ON d.submissionId = s.id
     WHERE ${verifiedIn(range)}${among} GROUP BY d.adPlatform ORDER BY d.adPlatform`,
    { workspaceId: range.workspaceId },
  );
  return rows.map(({ adPlatform, sent, accepted, confirmed }) => ({
    adPlatform,
    sent: Number(sent),
    accepted: Number(accepted),
    confirmed: Number(confirmed),
  }));
}

type Times = { createdAt: Date; at: Date };

/** The times of claim and decision of the latest verified claims of a range. */
export async function decisionTimes(range: Range, limit: number): Promise<Times[]> {
  const rows = await select<{ createdAt: string; at: string }>(
    `SELECT s.createdAt, s.handledAt AS at FROM submissions s WHERE ${verifiedIn(range)} AND s.handledAt IS NOT NULL ORDER BY s.createdAt DESC LIMIT :limit`,
    { workspaceId: range.workspaceId, limit },
  );
  return rows.map(toTimes);
}

/** The times of claim and first acceptance of the latest accepted claims of a range. */
export async function acceptanceTimes(range: Range, limit: number): Promise<Times[]> {
  const rows = await select<{ createdAt: string; at: string }>(
    `SELECT s.createdAt, (SELECT MIN(a.\`at\`) FROM deliveries d JOIN deliveryAttempts a ON a.deliveryId = d.id WHERE d.submissionId = s.id AND a.outcome = 'accepted') AS at
     FROM submissions s WHERE ${verifiedIn(range)} AND s.eventState = 'sent' ORDER BY s.createdAt DESC LIMIT :limit`,
    { workspaceId: range.workspaceId, limit },
  );
  return rows.filter(({ at }) => at !== null).map(toTimes);
}

const toTimes = ({ createdAt, at }: { createdAt: string; at: string }): Times => ({
  createdAt: new Date(createdAt),
  at: new Date(at),
});
