import { tz } from "@date-fns/tz";
import { subDays } from "date-fns";
import { Op } from "sequelize";
import { retryRead } from "#app/database/connection.server.ts";
import { countAttemptsByHour } from "#app/database/queries/attempt-hours.server.ts";
import { findCountedDays } from "#app/database/queries/statistics.server.ts";
import { totalsByDay } from "#app/database/queries/totals.server.ts";
import { dayIn, HOUR } from "#app/lib/dates.ts";
import { DELIVERY_OPEN_STATES } from "#app/lib/event-state.ts";
import {
  Delivery,
  DeliveryAttempt,
  Submission,
  type User,
  type Workspace,
} from "#app/models/index.server.ts";
import { adPlatforms } from "#app/services/ad-platforms/registry.server.ts";
import { getBreakdowns } from "#app/services/analytics/get-breakdowns.server.ts";
import { getFigures } from "#app/services/analytics/get-statistics.server.ts";
import { getMonthProgress } from "#app/services/commissions/month-progress.server.ts";
import { listConnectedPlatforms } from "#app/services/connections/connections.server.ts";
import { listPlatforms } from "#app/services/platforms/list-platforms.server.ts";
import { recordVisit } from "./record-visit.server.ts";
import { listSetupSteps } from "./setup-steps.server.ts";

const PINS_MAX = 200;
/** Of all figures. */
const DAYS = 28;

/** The overview: open claims with their deadlines, the results of the last days, and the connections. */
export async function getOverview(
  { workspace, user }: { workspace: Workspace; user: User },
  now = new Date(),
) {
  const { id: workspaceId, timeZone } = workspace;
  const platforms = await listPlatforms(workspaceId);
  const daysAgo = (days: number) => dayIn(timeZone, subDays(now, days, { in: tz(timeZone) }));
  const today = daysAgo(0);
  const inOneDay = new Date(now.getTime() + 24 * HOUR);
  const dayAgo = new Date(now.getTime() - 24 * HOUR);
  const days = { from: daysAgo(DAYS - 1), to: today };
  const [month, fourWeeks, breakdowns, steps, sinceVisit] = await Promise.all([
    getMonthProgress(workspace, platforms, now),
    getFigures({ workspace, days }),
    retryRead(() => findCountedDays({ workspaceId, days })).then(getBreakdowns),
    listSetupSteps({ workspaceId, user }),
    recordVisit({ workspaceId, userId: user.id }, now).then(
      (since) => since && countSince(workspaceId, since),
    ),
  ]);
  const waiting = { workspaceId, status: "pending", withdrawnAt: null };
  const [pending, dueSoon, hurrying, unsent, connections, parked, attempts] = await retryRead(() =>
    Promise.all([
      totalsByDay({ workspaceId, status: "pending" }, "DESC"),
      Submission.count({ where: { ...waiting, sendBefore: { [Op.gt]: now, [Op.lte]: inOneDay } } }),
      Submission.findAll({
        where: { ...waiting, sendBefore: { [Op.gt]: now } },
        attributes: ["id", "sendBefore", "platformName", "amount", "currency", "unlikelyAmount"],
        order: [
          ["sendBefore", "ASC"],
          ["id", "ASC"],
        ],
        limit: PINS_MAX,
      }),
      Delivery.count({
        where: {
          workspaceId,
          state: { [Op.in]: DELIVERY_OPEN_STATES },
          sendBefore: { [Op.gt]: now, [Op.lte]: inOneDay },
        },
      }),
      listConnectedPlatforms(workspaceId),
      Delivery.count({ where: { workspaceId, state: "parked" } }),
      countAttemptsByHour(workspaceId, dayAgo),
    ]),
  );
  return {
    month,
    platforms,
    waiting: pending.reduce((total, { count }) => total + count, 0),
    fourWeeks,
    breakdowns,
    steps,
    sinceVisit,
    hurrying,
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
async function countSince(workspaceId: string, since: Date) {
  const [claims, accepted, refused] = await retryRead(() =>
    Promise.all([
      Submission.count({ where: { workspaceId, createdAt: { [Op.gte]: since } } }),
      DeliveryAttempt.count({ where: { workspaceId, outcome: "accepted", at: { [Op.gte]: since } } }),
      DeliveryAttempt.count({ where: { workspaceId, outcome: "permanent", at: { [Op.gte]: since } } }),
    ]),
  );
  return { since, claims, accepted, refused };
}
