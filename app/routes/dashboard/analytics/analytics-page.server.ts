import { parseInput } from "#app/http/forms/parse-input.server.ts";
import { Invalid } from "#app/lib/errors.ts";
import { nameCountries } from "#app/lib/phone-countries.ts";
import { presentStatistics } from "#app/presenters/statistics.ts";
import { StatisticsQuery } from "#app/schemas/statistics.ts";
import { getFigures, getStatistics } from "#app/services/analytics/get-statistics.server.ts";
import { hasCounts, readPeriod } from "#app/services/analytics/read-period.server.ts";
import type { Member } from "#app/services/auth/sessions/member.server.ts";
import { findPlatformNames } from "#app/services/platforms/platform-names.server.ts";

export async function loadAnalyticsPage({ workspace }: Member, searchParams: URLSearchParams) {
  const now = new Date();
  const { problem, ...chosen } = await choosePeriod(workspace, searchParams, now);
  const { period, days, comparison, compared, today } = chosen;
  const [statistics, previous, platforms] = await Promise.all([
    getStatistics({ workspace, days }),
    compared && getFigures({ workspace, days: compared }),
    findPlatformNames(workspace.id),
  ]);
  const shown = presentStatistics(statistics, previous, platforms);
  return {
    now: now.toISOString(),
    timeZone: workspace.timeZone,
    // What is wrong with the days in the URL: then those without any are shown.
    problem,
    // Null for days that were chosen by hand.
    period,
    comparison,
    today,
    isNew: shown.total === 0 && shown.views === 0 && !(await hasCounts(workspace.id)),
    statistics: shown,
    platforms,
    countries: nameCountries(shown.byCountry),
  };
}

async function choosePeriod(workspace: Member["workspace"], searchParams: URLSearchParams, now: Date) {
  try {
    const query = parseInput(StatisticsQuery, Object.fromEntries(searchParams));
    return { problem: null, ...(await readPeriod(workspace, query, now)) };
  } catch (error) {
    if (!(error instanceof Invalid)) throw error;
    return { problem: error.message, ...(await readPeriod(workspace, StatisticsQuery.parse({}), now)) };
  }
}
