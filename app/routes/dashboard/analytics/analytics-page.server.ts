import { Invalid } from "#app/lib/errors.ts";
import { nameCountries } from "#app/lib/phone-countries.ts";
import { presentStatistics } from "#app/presenters/statistics.ts";
import { parseInput } from "#app/schemas/shared/parse-input.ts";
import { StatisticsQuery } from "#app/schemas/statistics.ts";
import { getFigures, getStatistics } from "#app/services/analytics/get-statistics.server.ts";
import { getTelegramFigures } from "#app/services/analytics/get-telegram-figures.server.ts";
import { hasCounts, readPeriod } from "#app/services/analytics/read-period.server.ts";
import type { Member } from "#app/services/auth/sessions/member.server.ts";
import { listFormNames } from "#app/services/opt-in-forms/form-names.server.ts";
import { findPlatformNames } from "#app/services/platforms/platform-names.server.ts";

export async function loadAnalyticsPage({ workspace }: Member, searchParams: URLSearchParams) {
  const now = new Date();
  const [platforms, forms] = await Promise.all([
    findPlatformNames(workspace.id),
    listFormNames(workspace.id),
  ]);
  const asked = searchParams.get("form") || undefined;
  const form = forms.find(({ id }) => id === asked)?.id;
  const { problem, statistics, previous, ...chosen } = await readStatistics(
    { workspace, form, now },
    searchParams,
  );
  const shown = presentStatistics(statistics, previous, platforms);
  return {
    now: now.toISOString(),
    timeZone: workspace.timeZone,
    // What is wrong with the days in the URL: then those without any are shown.
    problem,
    // Null for days that were chosen by hand.
    period: chosen.period,
    comparison: chosen.comparison,
    today: chosen.today,
    form: chosen.form ?? null,
    ignored: asked === form ? [] : ["Form"],
    isNew: shown.total === 0 && shown.views === 0 && !(await hasCounts(workspace.id)),
    isBehind: statistics.isBehind,
    statistics: shown,
    // Who came in through a door is of no form.
    telegram:
      chosen.form === undefined
        ? await getTelegramFigures(workspace, { from: shown.from, to: shown.to }, now)
        : null,
    platforms,
    countries: nameCountries(shown.byCountry),
  };
}

type PageRequest = { workspace: Member["workspace"]; form: string | undefined; now: Date };

/** The statistics of the days in the URL; without valid ones those of the last days. */
async function readStatistics({ workspace, form, now }: PageRequest, searchParams: URLSearchParams) {
  const read = async (query: StatisticsQuery, ofForm: string | undefined) => {
    const chosen = await readPeriod(workspace, query, now);
    const { days, compared } = chosen;
    const filters = ofForm === undefined ? undefined : { form: ofForm };
    const [statistics, previous] = await Promise.all([
      getStatistics({ workspace, days, filters }),
      compared && getFigures({ workspace, days: compared, filters }),
    ]);
    return { ...chosen, form: ofForm, statistics, previous };
  };
  const usual = StatisticsQuery.parse({});
  try {
    const query = parseInput(StatisticsQuery, Object.fromEntries(searchParams));
    return { problem: null, ...(await read(query, form)) };
  } catch (error) {
    if (!(error instanceof Invalid)) throw error;
    return { problem: error.message, ...(await read(usual, form).catch(() => read(usual, undefined))) };
  }
}
