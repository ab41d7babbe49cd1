import { QueryTypes } from "sequelize";
import { sequelize } from "#app/database/connection.server.ts";
import { escapeValue, exactSum, has } from "#app/database/dialect.server.ts";
import type { SubmissionStatus } from "#app/lib/domain.ts";
import { type CountedEventState, type DeliveryState, listStates } from "#app/lib/event-state.ts";
import { mapValues } from "#app/lib/objects.ts";
import { type Days, withoutMonths } from "#app/lib/periods.ts";
import {
  type DecidedCounts,
  TRUTH_FILTERS,
  type TruthFilter,
  type TruthState,
  truthStates,
} from "#app/lib/truth.ts";
import { isDeliveryIn } from "./event-states.server.ts";
import { findCountedMonths } from "./month-counts.server.ts";
import { brokenDownRows, countedColumns, type PropertyKind } from "./totals.server.ts";

/** The days that figures are counted by. */
export type CountedDays = {
  workspaceId: string;
  days: Days;
  /** The whole months of the days that are read from their counts. */
  months: string[];
  /** A SELECT of the claims' ids, if not all claims count. */
  matching?: string | undefined;
  /** Only these of the days, of all claims. */
  only?: readonly string[] | undefined;
  /** The form whose views and claims count. */
  form?: CountedForm | undefined;
};
/** `isOnly`: nothing else chooses the claims, so totals know their states and days. */
type CountedForm = { id: string; isOnly: boolean };
type Range = { workspaceId: string; from: Date; before: Date; matching?: string | undefined };

const select = <T extends object>(sql: string, replacements: Record<string, unknown>): Promise<T[]> =>
  sequelize.query<T>(sql, { type: QueryTypes.SELECT, replacements });
const isCountedAs = (filter: TruthFilter) =>
  `truthState IN (${truthStates[filter].map(escapeValue).join(", ")})`;
const ofDays = "workspaceId = :workspaceId AND day BETWEEN :from AND :to";

/** Finds out which months of some days are counted. */
export async function findCountedDays(place: Omit<CountedDays, "months">): Promise<CountedDays> {
  const readsTotals = !place.matching || place.form?.isOnly;
  return { ...place, months: readsTotals ? await findCountedMonths(place.workspaceId, place.days) : [] };
}

/** What claims are counted by: a property, their platform or their day. */
type CountedBy = PropertyKind | "platform" | "form" | "day";

/** Where the totals of days have a kind, and its value in a claim. */
function sourceOf(kind: CountedBy | "delivery") {
  if (kind === "day" || kind === "platform") {
    const column = kind === "day" ? "day" : "platformId";
    return { table: "submissionTotals", where: "", column, ofClaims: column };
  }
  const where = ` AND kind = ${escapeValue(kind)}`;
  return { table: "breakdownTotals", where, column: "value", ofClaims: brokenDownRows[kind].value };
}

type Sums = {
  keys: readonly ("value" | "status" | "eventState" | "truthState")[];
  sums: Record<string, string>;
};

const isCountedByForm = (kind: CountedBy | "delivery", form: CountedForm | undefined): form is CountedForm =>
  form?.isOnly === true && (kind === "day" || kind === "form");

/** Where counts of a kind are read, of one form too: months have its states, and no days of it. */
function placeOf(kind: CountedBy | "delivery", { months, matching, form }: CountedDays) {
  if (!isCountedByForm(kind, form))
    return { ...sourceOf(kind), ofMonth: "", months: matching ? [] : months, isOfRows: Boolean(matching) };
  const { table, where, ofClaims } = sourceOf("form");
  const ofMonth = ` AND value = ${escapeValue(form.id)}`;
  const column = kind === "day" ? "day" : "value";
  const source = { table, where: where + ofMonth, column, ofClaims, ofMonth };
  return { ...source, months: kind === "day" ? [] : months, isOfRows: false };
}

/**
 * A SELECT of sums by `value` or states: of the counts of whole months and the totals of the other days, or of the
 * claims themselves. Each range is added up by itself, because SQLite reads no two ranges of an index.
 */
function selectSums(kind: CountedBy | "delivery", place: CountedDays, { keys, sums }: Sums): string {
  const { days, matching } = place;
  const { table, where, column, ofClaims, ofMonth, months, isOfRows } = placeOf(kind, place);
  const selectFrom = (from: string, value: string) => {
    const columns = keys.map((key) => (key === "value" ? value : key));
    const added = Object.entries(sums).map(([name, sum]) => `${sum} AS ${name}`);
    return `SELECT ${columns.map((one, index) => `${one} AS ${keys[index]}`).join(", ")}, ${added.join(", ")} FROM ${from} GROUP BY ${columns.join(", ")}`;
  };
  const ofWorkspace = "workspaceId = :workspaceId";
  const parts = isOfRows
    ? [
        selectFrom(
          `(SELECT ${ofClaims} AS value, ${countedColumns}, 1 AS \`count\` FROM submissions WHERE ${ofDays} AND id IN (${matching})) AS matched`,
          "value",
        ),
      ]
    : (place.only
        ? [`day IN (${place.only.map(escapeValue).join(", ")})`]
        : withoutMonths(days, months).map(
            ({ from, to }) => `day BETWEEN ${escapeValue(from)} AND ${escapeValue(to)}`,
          )
      ).map((ofDay) => selectFrom(`${table} WHERE ${ofWorkspace}${where} AND ${ofDay}`, column));
  if (months.length > 0)
    parts.push(
      selectFrom(
        `monthCounts WHERE ${ofWorkspace} AND month IN (${months.map(escapeValue).join(", ")}) AND kind = ${escapeValue(kind)}${ofMonth}`,
        "value",
      ),
    );
  const added = Object.keys(sums).map((name) => `SUM(${name}) AS ${name}`);
  return `SELECT ${[...keys, ...added].join(", ")} FROM (${parts.join(" UNION ALL ")}) AS parts GROUP BY ${keys.join(", ")}`;
}

/** The days with decided claims, of each broker. */
export const decidedDays = ({ workspaceId, days }: Pick<CountedDays, "workspaceId" | "days">) =>
  select<{ day: string; platformId: string }>(
    `SELECT day, platformId FROM submissionTotals WHERE ${ofDays} AND ${isCountedAs("decided")} AND \`count\` > 0 GROUP BY day, platformId`,
    { workspaceId, ...days },
  );

type StateCount = {
  status: SubmissionStatus;
  /** Empty before a claim is verified. */
  eventState: CountedEventState | "";
  truthState: TruthState;
  count: number;
};

/** The claims by status, event state and truth state. */
export async function countStates(place: CountedDays): Promise<StateCount[]> {
  const counts = { keys: ["status", "eventState", "truthState"], sums: { total: "SUM(`count`)" } } as const;
  const rows = await select<Omit<StateCount, "count"> & { total: number | string }>(
    selectSums(place.form?.isOnly ? "form" : "platform", place, counts),
    { workspaceId: place.workspaceId, ...place.days },
  );
  return rows.map(({ total, ...row }) => ({ ...row, count: Number(total) }));
}

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

export type Part = { value: string; submissions: number; handled: number; sent: number } & DecidedCounts;

const sumIf = (condition: string) => `SUM(CASE WHEN ${condition} THEN \`count\` ELSE 0 END)`;
const parts = {
  submissions: "SUM(`count`)",
  handled: sumIf("status = 'handled'"),
  sent: sumIf("eventState = 'sent'"),
  ...Object.fromEntries(TRUTH_FILTERS.map((filter) => [filter, sumIf(isCountedAs(filter))])),
};

const selectParts = (kind: CountedBy, place: CountedDays): string =>
  `${selectSums(kind, place, { keys: ["value"], sums: parts })} HAVING SUM(submissions) > 0 ORDER BY submissions DESC, value ASC LIMIT :limit`;

const toParts = (rows: Part[]): Part[] =>
  rows.map(({ value, ...counts }) => ({ value, ...mapValues(counts, Number) }));

/** The claims of a range by one of their properties, the most frequent values first. */
export async function claimsBy(kind: CountedBy, place: CountedDays, limit: number): Promise<Part[]> {
  const { workspaceId, days } = place;
  return toParts(await select<Part>(selectParts(kind, place), { workspaceId, limit, ...days }));
}

/** The same by several at once, in one statement. */
export async function claimsByEach<By extends CountedBy>(
  all: readonly By[],
  place: CountedDays,
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
    toParts(rows.flatMap(({ part, ...row }) => (part === by ? [row as unknown as Part] : []))).sort(
      // SQL promises no order of several parts.
      (a, b) => b.submissions - a.submissions || (a.value < b.value ? -1 : 1),
    );
  return Object.fromEntries(all.map((by) => [by, of(by)])) as Record<By, Part[]>;
}

const verifiedIn = ({ from, before, matching }: Range) =>
  `s.workspaceId = :workspaceId AND s.status = 'handled' AND s.createdAt >= ${escapeValue(from)} AND s.createdAt < ${escapeValue(before)}${matching ? ` AND s.id IN (${matching})` : ""}`;

/** What the claims of the days earned, in each currency. */
export async function earnedIn({
  workspaceId,
  days,
}: Pick<CountedDays, "workspaceId" | "days">): Promise<{ amount: string; currency: string }[]> {
  return select(
    `SELECT ${exactSum("amount")} AS amount, currency FROM commissionTotals WHERE ${ofDays} GROUP BY currency ORDER BY currency`,
    { workspaceId, ...days },
  );
}

/** The events of the days' claims by ad platform: totals count those settled, rows those under way. */
export async function settledEvents(place: CountedDays): Promise<PlatformEvents[]> {
  const rows = await select<{ value: string; total: number | string }>(
    `${selectSums("delivery", place, { keys: ["value"], sums: { total: "SUM(`count`)" } })} HAVING SUM(total) > 0 ORDER BY value`,
    { workspaceId: place.workspaceId, ...place.days },
  );
  const byId = new Map<string, PlatformEvents>();
  for (const { value, total } of rows) {
    const [adPlatform = "", state = ""] = value.split(":");
    const events = byId.get(adPlatform) ?? { adPlatform, sent: 0, accepted: 0, confirmed: 0 };
    const isAccepted = state === "sent" || state === "confirmed";
    const isAttempted = isAccepted || listStates("attempted").some((one) => one === state);
    if (isAttempted) events.sent += Number(total);
    if (isAccepted) events.accepted += Number(total);
    if (state === "confirmed") events.confirmed += Number(total);
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
