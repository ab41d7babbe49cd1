import { endpoint, get } from "#app/http/api/endpoint.server.ts";
import type { Days } from "#app/lib/periods.ts";
import { presentAnalytics } from "#app/presenters/analytics.ts";
import { AnalyticsQuery, AnalyticsResponse } from "#app/schemas/analytics.ts";
import { getMoney } from "#app/services/money/get-money.server.ts";
import { readSpendPeriod } from "#app/services/spend/read-spend-period.server.ts";

const handle = endpoint(
  get({
    path: "/api/analytics",
    summary:
      "The claims of a range of days and their money, by source, campaign, ad, country, form, broker or day",
    description:
      "Each row has its truth rate and what of it statements have confirmed. Days are those of the workspace's time zone; a claim counts on the day of its confirmation, whenever it is decided. Spend that matches no claims has a row of its own. Changes are added up within seconds.",
    auth: "user",
    action: "stats:read",
    query: AnalyticsQuery,
    response: AnalyticsResponse,
    run: async ({ workspace, query: { groupBy, basis, ...query } }) => {
      const { days, compared } = await readSpendPeriod(workspace, query);
      const read = async (range: Days) =>
        presentAnalytics(range, await getMoney({ workspace, days: range, groupBy, basis }));
      const [range, previous] = await Promise.all([read(days), compared && read(compared)]);
      return { groupBy, ...range, previous };
    },
  }),
);

export const loader = handle;
export const action = handle;
