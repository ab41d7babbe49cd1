import { endpoint, get } from "#app/http/api/endpoint.server.ts";
import { presentStatistics } from "#app/presenters/statistics.ts";
import { StatisticsQuery, StatisticsResponse } from "#app/schemas/statistics.ts";
import { getFigures, getStatistics } from "#app/services/analytics/get-statistics.server.ts";
import { readPeriod } from "#app/services/analytics/read-period.server.ts";
import { findPlatformNames } from "#app/services/platforms/platform-names.server.ts";

const handle = endpoint(
  get({
    path: "/api/optin/dashboard/submissions/stats",
    summary: "The figures of a range of days, compared with an earlier one",
    auth: "user",
    action: "stats:read",
    query: StatisticsQuery,
    response: StatisticsResponse,
    run: async ({ workspace, query }) => {
      const { days, compared } = await readPeriod(workspace, query);
      const [statistics, previous, platforms] = await Promise.all([
        getStatistics({ workspace, days }),
        compared && getFigures({ workspace, days: compared }),
        findPlatformNames(workspace.id),
      ]);
      return presentStatistics(statistics, previous, platforms);
    },
  }),
);

export const loader = handle;
export const action = handle;
