import { endpoint, get } from "#app/http/api/endpoint.server.ts";
import { presentStatistics } from "#app/presenters/statistics.ts";
import { FilteredStatisticsQuery, StatisticsResponse } from "#app/schemas/statistics.ts";
import { getFigures, getStatistics } from "#app/services/analytics/get-statistics.server.ts";
import { readPeriod } from "#app/services/analytics/read-period.server.ts";
import { findPlatformNames } from "#app/services/platforms/platform-names.server.ts";

const handle = endpoint(
  get({
    path: "/api/optin/dashboard/submissions/stats",
    summary: "The figures of a range of days and of the list's filters, compared with an earlier range",
    description:
      "Days are those of the workspace's time zone. A submission counts on the day of its confirmation, whenever it is decided.",
    auth: "user",
    action: "stats:read",
    query: FilteredStatisticsQuery,
    response: StatisticsResponse,
    run: async ({ workspace, query: { period, from, to, compare, ...all } }) => {
      const { days, compared } = await readPeriod(workspace, { period, from, to, compare });
      const filters = Object.values(all).some((value) => value !== undefined) ? all : undefined;
      const [statistics, previous, platforms] = await Promise.all([
        getStatistics({ workspace, days, filters }),
        compared && getFigures({ workspace, days: compared, filters }),
        findPlatformNames(workspace.id),
      ]);
      return presentStatistics(statistics, previous, platforms);
    },
  }),
);

export const loader = handle;
export const action = handle;
