import { QueryTypes, type Transaction } from "sequelize";
import { sequelize } from "#app/database/connection.server.ts";
import { onConflictAdd } from "#app/database/dialect.server.ts";
import type { EventStatus, SubmissionStatus } from "#app/lib/domain.ts";

/** Where a submission is counted. Days are in the workspace's time zone. */
export type TotalPlace = {
  workspaceId: string;
  day: string;
  platformId: string;
  status: SubmissionStatus;
  eventStatus: EventStatus | null;
};

type SourcePlace = { workspaceId: string; day: string; source: string };

const placeKeys = ["workspaceId", "day", "platformId", "status", "eventStatus"] as const;

/** Counts submissions in the transaction that writes them. `by` is 1, or -1 for one that left its place. */
export async function addToTotals(places: TotalPlace[], by: 1 | -1, transaction: Transaction): Promise<void> {
  const counted = tally(places.map(pickPlace));
  await writeTotals(
    counted.map(({ item, count }) => ({ place: item, by: count * by })),
    transaction,
  );
}

/**
 * Counts a submission at its new place instead of the one it left. The rows are the ones most wanted by
 * others, so a transaction changes them last.
 */
export async function moveInTotals(
  from: TotalPlace,
  to: TotalPlace,
  transaction: Transaction,
): Promise<void> {
  const changes = [
    { place: pickPlace(from), by: -1 },
    { place: pickPlace(to), by: 1 },
  ];
  await writeTotals(changes, transaction);
}

type StoredPlace = Record<(typeof placeKeys)[number], string>;

/** Callers pass whole submissions. */
const pickPlace = ({ workspaceId, day, platformId, status, eventStatus }: TotalPlace): StoredPlace => ({
  workspaceId,
  day,
  platformId,
  status,
  eventStatus: eventStatus ?? "none",
});

async function writeTotals(
  changes: { place: StoredPlace; by: number }[],
  transaction: Transaction,
): Promise<void> {
  // Always in one order: two transactions that change the same rows then wait for each other, not for ever.
  const rows = changes
    .map(({ place, by }) => [...placeKeys.map((key) => place[key]), by])
    .sort((a, b) => (a.join() < b.join() ? -1 : 1));
  await sequelize.query(
    `INSERT INTO submissionTotals (${placeKeys.map((key) => `\`${key}\``).join(", ")}, \`count\`) VALUES ${rows.map((_, index) => `(:row${index})`).join(", ")} ${onConflictAdd([...placeKeys], "count")}`,
    { replacements: Object.fromEntries(rows.map((row, index) => [`row${index}`, row])), transaction },
  );
}

/** Counts where submissions came from. `by` is -1 for those that left their day. */
export async function addToSources(
  places: SourcePlace[],
  by: 1 | -1,
  transaction: Transaction,
): Promise<void> {
  const rows = tally(places);
  const values = rows.map(({ item, count }) => [item.workspaceId, item.day, item.source, count * by]);
  await sequelize.query(
    `INSERT INTO sourceTotals (workspaceId, day, source, \`count\`) VALUES ${values.map((_, index) => `(:row${index})`).join(", ")} ${onConflictAdd(["workspaceId", "day", "source"], "count")}`,
    { replacements: Object.fromEntries(values.map((value, index) => [`row${index}`, value])), transaction },
  );
}

/** Adds views that were counted in memory. */
export async function addViews(
  rows: { workspaceId: string; day: string; count: number }[],
  transaction: Transaction,
): Promise<void> {
  await sequelize.query(
    `INSERT INTO viewTotals (workspaceId, day, \`count\`) VALUES ${rows.map((_, index) => `(:row${index})`).join(", ")} ${onConflictAdd(["workspaceId", "day"], "count")}`,
    {
      replacements: Object.fromEntries(
        rows.map((row, index) => [`row${index}`, [row.workspaceId, row.day, row.count]]),
      ),
      transaction,
    },
  );
}

function tally<T extends object>(items: T[]): { item: T; count: number }[] {
  const counted = new Map<string, { item: T; count: number }>();
  for (const item of items) {
    const key = JSON.stringify(Object.values(item));
    const entry = counted.get(key);
    if (entry) entry.count += 1;
    else counted.set(key, { item, count: 1 });
  }
  return [...counted.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, entry]) => entry);
}

export type TotalsFilter = {
  workspaceId: string;
  status?: string;
  eventStatus?: string;
  platformId?: string;
  fromDay?: string;
  toDay?: string;
};

/** How many submissions each of the workspace's days holds, in the order asked for. */
export async function totalsByDay(
  filter: TotalsFilter,
  order: "ASC" | "DESC",
): Promise<{ day: string; count: number }[]> {
  const conditions = ["workspaceId = :workspaceId"];
  if (filter.status) conditions.push("status = :status");
  if (filter.eventStatus) conditions.push("eventStatus = :eventStatus");
  if (filter.platformId) conditions.push("platformId = :platformId");
  if (filter.fromDay) conditions.push("day >= :fromDay");
  if (filter.toDay) conditions.push("day <= :toDay");
  const rows = await sequelize.query<{ day: string; total: number | string }>(
    `SELECT day, SUM(\`count\`) AS total FROM submissionTotals WHERE ${conditions.join(" AND ")} GROUP BY day HAVING SUM(\`count\`) > 0 ORDER BY day ${order}`,
    { type: QueryTypes.SELECT, replacements: filter },
  );
  return rows.map(({ day, total }) => ({ day, count: Number(total) }));
}

/** The workspaces and days whose totals are not what their submissions add up to. */
export async function differingTotals(): Promise<{ workspaceId: string; day: string }[]> {
  return sequelize.query<{ workspaceId: string; day: string }>(
    `SELECT workspaceId, day FROM (
       SELECT workspaceId, day, platformId, status, COALESCE(eventStatus, 'none') AS eventStatus, 1 AS amount FROM submissions
       UNION ALL
       SELECT workspaceId, day, platformId, status, eventStatus, -\`count\` AS amount FROM submissionTotals
     ) AS both_sides GROUP BY workspaceId, day, platformId, status, eventStatus HAVING SUM(amount) <> 0`,
    { type: QueryTypes.SELECT },
  );
}
