import { tz } from "@date-fns/tz";
import { subDays } from "date-fns";
import { Op } from "sequelize";
import { retryRead } from "#app/database/connection.server.ts";
import { countAttemptsByHour } from "#app/database/queries/attempt-hours.server.ts";
import { countOf, hasMoreThan, readValues, rowsOf, someOf } from "#app/database/values.server.ts";
import { dayIn, HOUR } from "#app/lib/dates.ts";
import { DELIVERY_OPEN_STATES } from "#app/lib/event-state.ts";
import { type Days, plusMonths } from "#app/lib/periods.ts";
import {
  Commission,
  Delivery,
  DeliveryAttempt,
  Submission,
  type User,
  type Workspace,
} from "#app/models/index.server.ts";
import { adPlatforms } from "#app/services/ad-platforms/registry.server.ts";
import { getClaimFigures } from "#app/services/analytics/get-statistics.server.ts";
import { getMonthProgress } from "#app/services/commissions/month-progress.server.ts";
import { listConnectedPlatforms } from "#app/services/connections/connections.server.ts";
import { getWorkspaceRates } from "#app/services/exchange-rates/own-rates.server.ts";
import { listPlatforms } from "#app/services/platforms/list-platforms.server.ts";
import { findWaitingBrokers } from "#app/services/statements/due-statements.server.ts";
import { listMonthSums } from "#app/services/statements/paid/month-commissions.server.ts";
import { problemCounts, toCheckCount } from "#app/services/submissions/count-submissions.server.ts";
import { verifiedOfMonth } from "#app/services/workspaces/plan-usage.server.ts";
import { recordVisit } from "./record-visit.server.ts";
import { listSetupSteps } from "./setup-steps.server.ts";

const PINS_MAX = 200;
/** Of a month that is added up with each view of the overview. */
const COMMISSIONS_MAX = 1_000;
/** Of all figures. */
const DAYS = 28;

/** The days of all figures, in the workspace's time zone. */
export function listOverviewDays({ timeZone }: Workspace, now: Date): Days {
  const from = dayIn(timeZone, subDays(now, DAYS - 1, { in: tz(timeZone) }));
  return { from, to: dayIn(timeZone, now) };
}

/**
 * The overview: open claims with their deadlines, the results of the last days, and the connections.
 * @param form whose results are shown in place of all
 */
export async function getOverview(
  { workspace, user, form }: { workspace: Workspace; user: User; form?: string | undefined },
  now = new Date(),
) {
  const { id: workspaceId } = workspace;
  const membership = user.memberships?.find((one) => one.workspaceId === workspaceId);
  const since = membership ? await recordVisit(membership, now) : null;
  const rates = getWorkspaceRates(workspace);
  const readingPlatforms = listPlatforms(workspaceId);
  const inOneDay = new Date(now.getTime() + 24 * HOUR);
  const dayAgo = new Date(now.getTime() - 24 * HOUR);
  const days = listOverviewDays(workspace, now);
  const waiting = { workspaceId, status: "pending", withdrawnAt: null };
  const soon = { [Op.gt]: now, [Op.lte]: inOneDay };
  const lastMonth = plusMonths(dayIn(workspace.timeZone, now).slice(0, 7), -1);
  // All at the same time, so that what can be read together is.
  const [platforms, connections, month, fourWeeks, steps, values, attempts, waitingBrokers] =
    await Promise.all([
      readingPlatforms,
      listConnectedPlatforms(workspaceId),
      getMonthProgress(workspace, readingPlatforms, now, rates),
      getClaimFigures({ workspace, days, rates, ...(form ? { filters: { form } } : {}) }),
      listSetupSteps({ workspaceId, user }),
      retryRead(() =>
        readValues({
          toCheck: toCheckCount(workspaceId),
          dueSoon: countOf(Submission, { ...waiting, sendBefore: soon }),
          unsent: countOf(Delivery, {
            workspaceId,
            state: { [Op.in]: DELIVERY_OPEN_STATES },
            sendBefore: soon,
          }),
          parked: countOf(Delivery, { workspaceId, state: "parked" }),
          verified: verifiedOfMonth(workspace, now),
          ...problemCounts(workspaceId),
          hasCommissions: someOf(Commission, { workspaceId, month: lastMonth }),
          hasManyCommissions: hasMoreThan(Commission, { workspaceId, month: lastMonth }, COMMISSIONS_MAX),
          ...countsSince(workspaceId, since ?? now),
          hurrying: rowsOf(Submission, {
            where: { ...waiting, sendBefore: { [Op.gt]: now } },
            attributes: [
              "id",
              "sendBefore",
              "platformName",
              "amount",
              "currency",
              "unlikelyAmount",
              "cameInRush",
            ],
            order: [
              ["sendBefore", "ASC"],
              ["id", "ASC"],
            ],
            limit: PINS_MAX,
          }),
        }),
      ),
      retryRead(() => countAttemptsByHour(workspaceId, dayAgo)),
      findWaitingBrokers(workspaceId, now),
    ]);
  const { toCheck, dueSoon, unsent, parked, verified, settled, underWay, hurrying, ...more } = values;
  const { hasCommissions, hasManyCommissions, ...news } = more;
  return {
    month,
    platforms,
    problems: settled + underWay,
    owed: {
      month: lastMonth,
      // Of more, the page of that month adds up what is owed.
      brokers: !hasCommissions
        ? []
        : hasManyCommissions
          ? null
          : await listMonthSums({ workspace, platforms, month: lastMonth, rates }),
    },
    waiting: toCheck,
    verifiedOfMonth: verified,
    fourWeeks,
    steps,
    sinceVisit: since && { since, ...news },
    hurrying,
    dueStatements: platforms.flatMap(({ id, name }) => {
      const own = waitingBrokers.find(({ platformId, dueAt }) => platformId === id && dueAt <= now);
      return own ? [{ platformId: id, platformName: name, count: own.count }] : [];
    }),
    dueWithin24Hours: dueSoon,
    unsentWithin24Hours: unsent,
    connections,
    unconnected: adPlatforms
      .all()
      .filter(({ id }) => !connections.some((connection) => connection.id === id))
      .map(({ id, name }) => ({ id, name })),
    attempts,
    parked,
  };
}

/** What happened since a moment. */
function countsSince(workspaceId: string, since: Date) {
  const at = { [Op.gte]: since };
  return {
    claims: countOf(Submission, { workspaceId, createdAt: at }),
    accepted: countOf(DeliveryAttempt, { workspaceId, outcome: "accepted", at }),
    refused: countOf(DeliveryAttempt, { workspaceId, outcome: "permanent", at }),
  };
}
