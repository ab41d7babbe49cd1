import Decimal from "decimal.js-light";
import { Op } from "sequelize";
import { retryRead } from "#app/database/connection.server.ts";
import { countByMinute } from "#app/database/queries/admin.server.ts";
import { startOfDay } from "#app/lib/date-range.ts";
import { dayIn } from "#app/lib/dates.ts";
import { daysOfPeriod, listDays } from "#app/lib/periods.ts";
import { DEFAULT_PLAN, PLAN_CURRENCY } from "#app/lib/plans.ts";
import { SubscriptionGrant, User, Workspace } from "#app/models/index.server.ts";
import type { AdminPeriod } from "#app/schemas/admin.ts";

type StatisticsRequest = { period: AdminPeriod; timeZone: string; now?: Date };

/** The figures of a period, which ends today in `timeZone`. */
export async function getUserStatistics({ period, timeZone, now = new Date() }: StatisticsRequest) {
  const days = await findPeriodDays({ period, timeZone, now });
  const since = { createdAt: { [Op.gte]: startOfDay(days.from, timeZone) } };
  const present = { deleteRequestedAt: null };
  const [totalUsers, activeUsers, subscribers, recentRegistrations, sold] = await retryRead(() =>
    Promise.all([
      User.count({ where: present }),
      User.count({ where: { ...present, isActive: true } }),
      Workspace.count({
        where: {
          ...present,
          subscriptionStatus: "active",
          subscriptionPlan: { [Op.ne]: DEFAULT_PLAN },
        },
      }),
      User.count({ where: { ...present, ...since } }),
      SubscriptionGrant.findAll({
        where: { ...since, plan: { [Op.ne]: DEFAULT_PLAN } },
        attributes: ["amount"],
      }),
    ]),
  );
  const revenue = sold.reduce((sum, { amount }) => sum.plus(amount), new Decimal(0));
  return {
    totalUsers,
    activeUsers,
    inactiveUsers: totalUsers - activeUsers,
    subscribers,
    recentRegistrations,
    totalProductsSold: sold.length,
    totalRevenue: { amount: revenue.toFixed(2), currency: PLAN_CURRENCY },
  };
}

/** Registrations and plans sold on each day of a period. */
export async function getUserSeries({ period, timeZone, now = new Date() }: StatisticsRequest) {
  const days = await findPeriodDays({ period, timeZone, now });
  const since = startOfDay(days.from, timeZone);
  const [registrations, sales] = await retryRead(() =>
    Promise.all([countByMinute("users", since), countByMinute("subscriptionGrants", since)]),
  );
  const byDay = (counts: { at: Date; count: number }[]) => {
    const sums = new Map<string, number>();
    for (const { at, count } of counts) {
      const day = dayIn(timeZone, at);
      sums.set(day, (sums.get(day) ?? 0) + count);
    }
    return sums;
  };
  const [registered, sold] = [byDay(registrations), byDay(sales)];
  return {
    today: dayIn(timeZone, now),
    series: listDays(days).map((date) => ({
      date,
      registrations: registered.get(date) ?? 0,
      sold: sold.get(date) ?? 0,
    })),
  };
}

async function findPeriodDays({ period, timeZone, now }: Required<StatisticsRequest>) {
  const today = dayIn(timeZone, now);
  const first = period === "all" ? await findFirst(now) : now;
  return daysOfPeriod(period, today, dayIn(timeZone, first));
}

/** When the first user or grant was made: a grant stays when its user is deleted. */
async function findFirst(now: Date): Promise<Date> {
  const wanted = { attributes: ["createdAt"], order: [["createdAt", "ASC"] as [string, string]] };
  const [user, grant] = await retryRead(() =>
    Promise.all([User.findOne(wanted), SubscriptionGrant.findOne(wanted)]),
  );
  const times = [user, grant].flatMap((row) => (row ? [row.createdAt.getTime()] : []));
  return new Date(Math.min(...times, now.getTime()));
}
