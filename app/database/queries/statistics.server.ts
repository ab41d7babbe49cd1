import { QueryTypes } from "sequelize";
import { sequelize } from "#app/database/connection.server.ts";
import { escapeValue, exactSum, has } from "#app/database/dialect.server.ts";
import { type DeliveryState, listStates } from "#app/lib/event-state.ts";
import type { Days } from "#app/lib/periods.ts";
import { type TruthFilter, truthStates } from "#app/lib/truth.ts";
import { isDeliveryIn } from "./event-states.server.ts";

type CountedDays = {
  workspaceId: string;
  days: Days;
  /** The form whose views count. */
  form?: { id: string } | undefined;
};
type Range = { workspaceId: string; from: Date; before: Date; matching?: string | undefined };

const select = <T extends object>(sql: string, replacements: Record<string, unknown>): Promise<T[]> =>
  sequelize.query<T>(sql, { type: QueryTypes.SELECT, replacements });
const isCountedAs = (filter: TruthFilter) =>
  `truthState IN (${truthStates[filter].map(escapeValue).join(", ")})`;
const ofDays = "workspaceId = :workspaceId AND day BETWEEN :from AND :to";

/** The days with decided claims, of each broker. */
export const decidedDays = ({ workspaceId, days }: Pick<CountedDays, "workspaceId" | "days">) =>
  select<{ day: string; platformId: string }>(
    `SELECT day, platformId FROM submissionTotals WHERE ${ofDays} AND ${isCountedAs("decided")} AND \`count\` > 0 GROUP BY day, platformId`,
    { workspaceId, ...days },
  );

export async function viewsByDay({ workspaceId, days, form }: CountedDays): Promise<Map<string, number>> {
  const rows = await select<{ day: string; count: number }>(
    `SELECT day, \`count\` FROM ${form ? `viewBreakdownTotals WHERE kind = 'form' AND value = :formId AND` : "viewTotals WHERE"} ${ofDays}`,
    { workspaceId, ...days, formId: form?.id },
  );
  return new Map(rows.map(({ day, count }) => [day, Number(count)]));
}

/** The views by the values of a kind: of each form or link, by its id. */
export async function viewsBy(
  kind: "form" | "link",
  { workspaceId, days, form }: Pick<CountedDays, "workspaceId" | "days" | "form">,
): Promise<Map<string, number>> {
  const rows = await select<{ value: string; count: number | string }>(
    `SELECT value, SUM(\`count\`) AS \`count\` FROM viewBreakdownTotals WHERE ${ofDays} AND kind = :kind${form ? " AND value = :formId" : ""} GROUP BY value`,
    { workspaceId, kind, ...days, formId: form?.id },
  );
  return new Map(rows.map(({ value, count }) => [value, Number(count)]));
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

const verifiedIn = ({ from, before, matching }: Range) =>
  `s.workspaceId = :workspaceId AND s.status = 'handled' AND s.createdAt >= ${escapeValue(from)} AND s.createdAt < ${escapeValue(before)}${matching ? ` AND s.id IN (${matching})` : ""}`;

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
