import { tz } from "@date-fns/tz";
import { subDays } from "date-fns";
import { Op } from "sequelize";
import { retryRead } from "#app/database/connection.server.ts";
import { totalsByDay } from "#app/database/queries/totals.server.ts";
import { dayIn, HOUR } from "#app/lib/dates.ts";
import { Delivery, Submission, type Workspace } from "#app/models/index.server.ts";
import { getMonth } from "#app/services/commissions/month-progress.server.ts";
import { listConnectedPlatforms } from "#app/services/connections/connections.server.ts";
import { listPlatforms } from "#app/services/platforms/list-platforms.server.ts";

const PINS_MAX = 200;

/** The overview: open claims with their deadlines, the last seven days, and the connections. */
export async function getOverview(workspace: Workspace, now = new Date()) {
  const platforms = await listPlatforms(workspace.id);
  const month = await getMonth(workspace, platforms, now);
  const today = dayIn(workspace.timeZone, now);
  const weekAgo = dayIn(workspace.timeZone, subDays(now, 6, { in: tz(workspace.timeZone) }));
  const week = { workspaceId: workspace.id, fromDay: weekAgo, toDay: today };
  const sum = async (filter: Parameters<typeof totalsByDay>[0]) =>
    (await totalsByDay(filter, "DESC")).reduce((total, { count }) => total + count, 0);
  const [waiting, claims, sent, failed, hurrying, connections, parked] = await retryRead(() =>
    Promise.all([
      sum({ workspaceId: workspace.id, status: "pending" }),
      sum(week),
      sum({ ...week, eventStatus: "sent" }),
      sum({ ...week, eventStatus: "failed" }),
      Submission.findAll({
        where: {
          workspaceId: workspace.id,
          status: "pending",
          withdrawnAt: null,
          sendBefore: { [Op.gt]: now },
        },
        attributes: ["id", "sendBefore", "platformName", "amount", "currency"],
        order: [
          ["sendBefore", "ASC"],
          ["id", "ASC"],
        ],
        limit: PINS_MAX,
      }),
      listConnectedPlatforms(workspace.id),
      Delivery.count({ where: { workspaceId: workspace.id, state: "parked" } }),
    ]),
  );
  return {
    month,
    platforms,
    range: { from: weekAgo, to: today },
    waiting,
    week: { claims, sent, failed },
    hurrying,
    dueWithin24Hours: hurrying.filter(
      ({ sendBefore }) => sendBefore && sendBefore.getTime() <= now.getTime() + 24 * HOUR,
    ).length,
    connections,
    parked,
  };
}
