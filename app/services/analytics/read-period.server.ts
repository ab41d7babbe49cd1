import { retryRead } from "#app/database/connection.server.ts";
import { findFirstDay } from "#app/database/queries/statistics.server.ts";
import { dayIn } from "#app/lib/dates.ts";
import { Invalid } from "#app/lib/errors.ts";
import {
  type Comparison,
  countDays,
  type Days,
  DEFAULT_PERIOD,
  daysOfPeriod,
  daysToCompare,
  type Period,
} from "#app/lib/periods.ts";
import type { Workspace } from "#app/models/index.server.ts";
import type { StatisticsQuery } from "#app/schemas/statistics.ts";

/** A series has a line for each day. */
const DAYS_MAX = 3_660;

export type ChosenPeriod = {
  /** Null for a range chosen by its days. */
  period: Period | null;
  days: Days;
  comparison: Comparison;
  compared: Days | null;
  /** In the workspace's time zone. */
  today: string;
};

/** Whether a view or a claim was ever counted. */
export async function hasCounts(workspaceId: string): Promise<boolean> {
  return (await retryRead(() => findFirstDay(workspaceId))) !== null;
}

/**
 * The days that a query asks for, in the workspace's time zone.
 * @param readFirstDay gives the day that all time begins with
 * @throws {Invalid} for a range whose end is before its start, or that is longer than ten years
 */
export async function readPeriod(
  { id: workspaceId, timeZone }: Pick<Workspace, "id" | "timeZone">,
  { from, to, period, compare }: StatisticsQuery,
  now = new Date(),
  readFirstDay = findFirstDay,
): Promise<ChosenPeriod> {
  const today = dayIn(timeZone, now);
  const isGiven = from !== undefined || to !== undefined;
  const name = period ?? DEFAULT_PERIOD;
  const firstDay = (isGiven ? from === undefined : name === "all")
    ? ((await retryRead(() => readFirstDay(workspaceId))) ?? today)
    : today;
  const days = isGiven
    ? { from: from ?? firstDay, to: to ?? (from !== undefined && from > today ? from : today) }
    : daysOfPeriod(name, today, firstDay);
  if (days.from > days.to) throw new Invalid([{ field: "to", message: "The range ends before it starts" }]);
  if (countDays(days) > DAYS_MAX)
    throw new Invalid([{ field: "from", message: "Please choose a range of at most ten years" }]);
  return {
    period: isGiven ? null : name,
    days,
    comparison: compare,
    compared: daysToCompare(days, compare),
    today,
  };
}
