import { endpoint, get } from "#app/http/api/endpoint.server.ts";
import { presentAnalytics } from "#app/presenters/analytics.ts";
import { AnalyticsQuery, AnalyticsResponse } from "#app/schemas/analytics.ts";
import { getAnalytics } from "#app/services/analytics/get-analytics.server.ts";
import { readPeriod } from "#app/services/analytics/read-period.server.ts";

const handle = endpoint(
  get({
    path: "/api/analytics",
    summary: "The claims of a range of days by source, campaign, country, form, broker or day",
    description:
      "Each row has its truth rate and what of it statements have confirmed. Days are those of the workspace's time zone; a claim counts on the day of its confirmation, whenever it is decided.",
    auth: "user",
    action: "stats:read",
    query: AnalyticsQuery,
    response: AnalyticsResponse,
    run: async ({ workspace, query: { groupBy, ...query } }) => {
      const { days, compared } = await readPeriod(workspace, query);
      const { id: workspaceId } = workspace;
      const [range, previous] = await Promise.all([
        getAnalytics({ workspaceId, days }, groupBy),
        compared && getAnalytics({ workspaceId, days: compared }, groupBy),
      ]);
      return { groupBy, ...presentAnalytics(range), previous: previous && presentAnalytics(previous) };
    },
  }),
);

export const loader = handle;
export const action = handle;
