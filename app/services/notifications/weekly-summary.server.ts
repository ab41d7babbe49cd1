import { tz } from "@date-fns/tz";
import { startOfISOWeek, subDays, subWeeks } from "date-fns";
import { Op, UniqueConstraintError } from "sequelize";
import { inTransaction } from "#app/database/connection.server.ts";
import { subquery } from "#app/database/select-sql.server.ts";
import { dayIn, hourIn } from "#app/lib/dates.ts";
import { log } from "#app/lib/log.server.ts";
import type { Days } from "#app/lib/periods.ts";
import { toTruth, toWithWaiting } from "#app/lib/truth.ts";
import { WeeklySummary, Workspace } from "#app/models/index.server.ts";
import { countForms } from "#app/services/analytics/count-forms.server.ts";
import { getClaimFigures, getFigures } from "#app/services/analytics/get-statistics.server.ts";
import { findCountedDays } from "#app/services/counting/count-parts.server.ts";
import { getSpendFigures } from "#app/services/money/get-spend-figures.server.ts";
import { listFormNames } from "#app/services/opt-in-forms/form-names.server.ts";
import { countViews } from "#app/services/submissions/count-submissions.server.ts";
import { notifyMembers } from "./notify.server.ts";

/** On Mondays, by the workspace's clock. */
const FROM_HOUR = 8;
const LIMIT = 100;

/**
 * Sends last week's summary to each workspace where it is Monday, once. After a downtime it is sent until
 * Tuesday.
 * @returns whether there are more
 */
export async function sendWeeklySummaries(now = new Date()): Promise<boolean> {
  const zones = await Workspace.findAll({ attributes: ["timeZone"], group: ["timeZone"], raw: true });
  let hasMore = false;
  for (const { timeZone } of zones) {
    const monday = mondayIfDue(timeZone, now);
    if (!monday) continue;
    const sent = subquery(WeeklySummary, { where: { week: monday }, attributes: ["workspaceId"] });
    const workspaces = await Workspace.findAll({
      where: { timeZone, deleteRequestedAt: null, id: { [Op.notIn]: sent } },
      limit: LIMIT,
    });
    for (const workspace of workspaces)
      await sendSummary(workspace, monday, now).catch((error: unknown) =>
        log.warn({ err: error, workspaceId: workspace.id }, "a weekly summary could not be sent yet"),
      );
    hasMore ||= workspaces.length === LIMIT;
  }
  return hasMore;
}

/** The day of this week's Monday if its summary may leave now, otherwise null. */
function mondayIfDue(timeZone: string, now: Date): string | null {
  const monday = dayIn(timeZone, startOfISOWeek(now, { in: tz(timeZone) }));
  const today = dayIn(timeZone, now);
  if (today === monday) return hourIn(timeZone, now) >= FROM_HOUR ? monday : null;
  return dayIn(timeZone, subDays(now, 1, { in: tz(timeZone) })) === monday ? monday : null;
}

async function sendSummary(workspace: Workspace, week: string, now: Date): Promise<void> {
  const { id: workspaceId, timeZone } = workspace;
  const zone = { in: tz(timeZone) };
  const lastDay = subDays(startOfISOWeek(now, zone), 1, zone);
  const weekBefore = (end: Date) => ({
    from: dayIn(timeZone, subDays(end, 6, zone)),
    to: dayIn(timeZone, end),
  });
  const days = weekBefore(lastDay);
  const sixWeeksBefore = (end: Date) => ({
    from: dayIn(timeZone, subDays(end, 41, zone)),
    to: dayIn(timeZone, end),
  });
  const [figures, previous, { toCheck, expiring }, forms, money] = await Promise.all([
    getFigures({ workspace, days }),
    getFigures({ workspace, days: weekBefore(subWeeks(lastDay, 1, zone)) }),
    countViews(workspaceId),
    countByForm(workspaceId, days),
    getSpendFigures({ workspace, days }),
  ]);
  // Its money would be that of a part of the days, or of another currency: the next run sends it.
  if (money?.isBehind) return;
  const { total, handled, rejected, sent, commission } = figures;
  // A week has no claim that had time to be decided.
  const settled =
    figures.withWaiting && (await getClaimFigures({ workspace, days: sixWeeksBefore(lastDay) }));
  const withWaiting = settled?.withWaiting;
  const truth = {
    ...toTruth(figures),
    ...(withWaiting ? { withWaiting: toWithWaiting(withWaiting) } : {}),
  };
  const facts = { ...days, total, handled, waiting: toCheck };
  try {
    await inTransaction(async (transaction) => {
      await WeeklySummary.create({ workspaceId, week, createdAt: now }, { transaction });
      if (total === 0 && toCheck === 0 && money === null) return;
      await notifyMembers(
        {
          workspaceId,
          type: "weeklySummary",
          payload: facts,
          groupKey: `week:${workspaceId}:${week}`,
          emailFor: ({ name }) => ({
            kind: "weekly-summary",
            props: {
              name,
              ...facts,
              rejected,
              sent,
              expiring,
              truth,
              byRule: figures.byRule,
              forms,
              money,
              previousTotal: previous.total,
              commission,
            },
          }),
        },
        transaction,
      );
    });
  } catch (error) {
    // Another process has sent it.
    if (!(error instanceof UniqueConstraintError)) throw error;
  }
}

/** The claims of each form, the most first; nothing where the workspace has one form. */
async function countByForm(workspaceId: string, days: Days) {
  const names = await listFormNames(workspaceId);
  if (names.length < 2) return [];
  const counted = await findCountedDays({ workspaceId, days }).then(countForms);
  return counted.flatMap(({ value, submissions: total }) => {
    const form = names.find(({ id }) => id === value);
    return form && total > 0 ? [{ name: form.name, total }] : [];
  });
}
