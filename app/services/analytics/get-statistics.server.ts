import type { WhereOptions } from "sequelize";
import { retryRead } from "#app/database/connection.server.ts";
import { countUnderWay } from "#app/database/queries/event-states.server.ts";
import {
  acceptanceTimes,
  decisionTimes,
  eventsByAdPlatform,
  sumCommissions,
  viewsByDay,
} from "#app/database/queries/statistics.server.ts";
import { selectSql } from "#app/database/select-sql.server.ts";
import { sumIn } from "#app/lib/commission.ts";
import { endOfDay, startOfDay } from "#app/lib/date-range.ts";
import { dayIn } from "#app/lib/dates.ts";
import { Invalid } from "#app/lib/errors.ts";
import {
  DELIVERY_STATES_UNDER_WAY,
  EVENT_STATES,
  type EventFilter,
  type EventState,
  isCountedIn,
} from "#app/lib/event-state.ts";
import { formName } from "#app/lib/form-name.ts";
import { countDays, type Days, listDays, plusDays } from "#app/lib/periods.ts";
import { SETTLED_DAYS, type TruthFilter, truthStates } from "#app/lib/truth.ts";
import { OptInForm, Submission, type Workspace } from "#app/models/index.server.ts";
import type { SubmissionFilters } from "#app/schemas/submission-query.ts";
import { adPlatforms } from "#app/services/ad-platforms/registry.server.ts";
import {
  type CountedDays,
  claimsBy,
  countStates,
  earnedIn,
  findCountedDays,
  NO_CLAIMS,
  type Part,
  settledEvents,
  sumOfPlatforms,
  sumUntil,
} from "#app/services/counting/count-parts.server.ts";
import { getWorkspaceRates } from "#app/services/exchange-rates/own-rates.server.ts";
import { toSubmissionWhere } from "#app/services/submissions/submission-filter.server.ts";
import { addCovered } from "./add-covered.server.ts";
import { countForms } from "./count-forms.server.ts";
import { getBreakdowns } from "./get-breakdowns.server.ts";
import { listPlatformsWithRules } from "./list-ruled-platforms.server.ts";

/** Medians are those of the latest claims. */
const TIMES_MAX = 500;
/** With filters, claims are counted one by one, up to this many. */
const MATCHING_MAX = 50_000;

type Where = Awaited<ReturnType<typeof findWhere>>;
type Range = Where["range"];

type Arguments = {
  workspace: Workspace;
  days: Days;
  /** Only the claims that a list with these filters has, and the views of their form. */
  filters?: SubmissionFilters | undefined;
  /** The workspace's, for who reads them already. */
  rates?: ReturnType<typeof getWorkspaceRates>;
};

/** The figures of a range of days from the totals. With filters, of up to 50,000 claims, from their rows. */
export async function getStatistics(args: Arguments) {
  const where = await findWhere(args);
  const { place, range } = where;
  // The breakdowns of a form have no totals.
  await where.assertFew();
  const [figures, breakdowns, byForm, byHour, decisions, acceptances] = await Promise.all([
    readFigures(args, where),
    getBreakdowns(place),
    countNamedForms(place),
    claimsBy("hour", place, 24),
    retryRead(() => decisionTimes(range, TIMES_MAX)),
    retryRead(() => acceptanceTimes(range, TIMES_MAX)),
  ]);
  const events = place.matching
    ? await retryRead(() => eventsByAdPlatform(range))
    : await findEvents(place, range);
  return {
    isBehind: place.counts.isBehind,
    ...figures,
    ...(await addStatements(args, {
      place,
      figures,
      breakdowns: { ...breakdowns, byPlatform: await addSettled(args, where, breakdowns.byPlatform), byForm },
    })),
    byHour,
    times: {
      decisionMs: median(decisions),
      decisionCount: decisions.length,
      acceptanceMs: median(acceptances),
      acceptanceCount: acceptances.length,
    },
    byAdPlatform: events.map(({ adPlatform, confirmed, ...counts }) => {
      const platform = adPlatforms.get(adPlatform);
      return {
        id: adPlatform,
        name: platform.name,
        ...counts,
        confirmed: platform.checkResult ? confirmed : null,
      };
    }),
  };
}

/** Deleted forms have names too: they may have views and no claims. */
async function countNamedForms(place: CountedDays) {
  const parts = await countForms(place);
  const where = { workspaceId: place.workspaceId, id: parts.map(({ value }) => value) };
  const forms = await retryRead(() =>
    OptInForm.findAll({ where, attributes: ["id", "name", "slug"], raw: true }),
  );
  const names = new Map(forms.map((form) => [form.id, formName(form)]));
  return parts.map((part) => ({ ...part, name: names.get(part.value) ?? "" }));
}

/** The figures that a range is compared by. */
export async function getFigures(args: Arguments) {
  const where = await findWhere(args);
  if (!where.place.form?.isOnly) await where.assertFew();
  return readFigures(args, where);
}

/** What statements confirm on the days that they cover. Breakdowns of chosen claims have no totals. */
const addStatements = async <Breakdowns extends Parameters<typeof addCovered>[2]>(
  { workspace }: Arguments,
  {
    place,
    figures,
    breakdowns,
  }: { place: CountedDays; figures: { confirmed: number }; breakdowns: Breakdowns },
) =>
  figures.confirmed === 0 || place.matching || place.form
    ? breakdowns
    : addCovered({ workspaceId: workspace.id, timeZone: workspace.timeZone }, place, breakdowns);

/** The same without views and days. */
export async function getClaimFigures(args: Arguments) {
  const where = await findWhere(args);
  if (!where.place.form?.isOnly) await where.assertFew();
  return readClaimFigures(args, where);
}

async function readFigures(args: Arguments, where: Where) {
  const { place } = where;
  const [figures, byDay, views] = await Promise.all([
    readClaimFigures(args, where),
    claimsBy("day", place, countDays(args.days)),
    retryRead(() => viewsByDay(place)),
  ]);
  return {
    ...figures,
    views: [...views.values()].reduce((total, count) => total + count, 0),
    series: toSeries(args.days, byDay, views),
  };
}

async function readClaimFigures(args: Arguments, { place, range, ruled }: Where) {
  const { days, filters } = args;
  const { states: counts, evidence } = await countStates(place);
  const sum = (is: (row: (typeof counts)[number]) => boolean) =>
    counts.reduce((total, row) => (is(row) ? total + row.count : total), 0);
  const handled = sum(({ status }) => status === "handled");
  const countAs = (filter: TruthFilter) => sum(({ truthState }) => truthStates[filter].includes(truthState));
  const sumEvents = (filter: EventFilter) => sum(({ eventState }) => isCountedIn(filter, eventState));
  const isUnderWay = counts.some(({ eventState, count }) => eventState === "open" && count > 0);
  const [underWay, { earned, commission }, withWaiting] = await Promise.all([
    isUnderWay ? retryRead(() => countUnderWay(range)) : null,
    findCommission(args, place, range),
    countSettled(args, place, ruled),
  ]);
  return {
    ...evidence,
    withWaiting,
    days,
    isFiltered: filters !== undefined && !place.form?.isOnly,
    total: sum(() => true),
    pending: sum(({ status }) => status === "pending"),
    handled,
    rejected: sum(({ status }) => status === "rejected"),
    decided: countAs("decided"),
    verified: countAs("verified"),
    confirmed: countAs("confirmed"),
    waiting: countAs("waiting"),
    sent: sumEvents("sent"),
    failed: sumEvents("unaccepted"),
    earned,
    commission,
    events: Object.fromEntries(
      EVENT_STATES.map((state) => [state, underWay?.get(state) ?? sumEvents(state)]),
    ) as Record<EventState, number>,
  };
}

/** Of claims that had time to be decided; null while no broker has or had a rule. */
const countSettled = async ({ workspace }: Arguments, place: CountedDays, ruled: string[]) =>
  ruled.length === 0 ? null : sumUntil(place, lastSettledDay(workspace));

/** Adds the same to each broker that has or had a rule. */
async function addSettled({ workspace }: Arguments, { place, ruled }: Where, parts: Part[]) {
  const sums = await sumOfPlatforms(place, ruled, lastSettledDay(workspace));
  const settled = new Map(sums.map((part) => [part.value, part]));
  return parts.map((part) =>
    ruled.includes(part.value) && !place.matching
      ? { ...part, withWaiting: settled.get(part.value) ?? NO_CLAIMS }
      : part,
  );
}

const lastSettledDay = ({ timeZone }: Workspace) => plusDays(dayIn(timeZone, new Date()), -SETTLED_DAYS - 1);

/** Where the figures are read: days of the totals, and the same days of the claims. */
async function findWhere({ workspace, days, filters }: Arguments) {
  const { id: workspaceId, timeZone } = workspace;
  const times = { from: startOfDay(days.from, timeZone), before: endOfDay(days.to, timeZone) };
  const where = filters && (await toSubmissionWhere(workspaceId, filters, { ...times, isWholeDays: true }));
  const matching = where && selectSql(Submission, { where, attributes: ["id"] });
  const form = filters && toCountedForm(filters);
  const [place, ruled] = await Promise.all([
    findCountedDays({ workspaceId, days, matching, form }),
    listPlatformsWithRules(workspaceId),
  ]);
  return {
    place,
    ruled,
    range: { workspaceId, ...times, matching },
    assertFew: async () => where && assertFew(where),
  };
}

function toCountedForm({ form, ...others }: SubmissionFilters) {
  const isOnly = Object.values(others).every((value) => value === undefined);
  return form === undefined ? undefined : { id: form, isOnly };
}

/** @throws {Invalid} for more claims than can be counted one by one */
async function assertFew(where: WhereOptions): Promise<void> {
  const found = await retryRead(() =>
    Submission.findAll({ where, attributes: ["id"], offset: MATCHING_MAX, limit: 1, raw: true }),
  );
  if (found.length > 0)
    throw new Invalid([
      { field: "from", message: "These filters match more than 50,000 claims. Please choose fewer days." },
    ]);
}

/** The events by ad platform: settled ones from the totals, those under way from their rows. */
async function findEvents(place: CountedDays, range: Range) {
  const [settled, underWay] = await Promise.all([
    settledEvents(place),
    retryRead(() => eventsByAdPlatform(range, DELIVERY_STATES_UNDER_WAY)),
  ]);
  const ids = [...new Set([...settled, ...underWay].map(({ adPlatform }) => adPlatform))].sort();
  const none = { sent: 0, accepted: 0, confirmed: 0 };
  return ids.map((adPlatform) => {
    const { accepted, confirmed, sent } = settled.find((one) => one.adPlatform === adPlatform) ?? none;
    const open = underWay.find((one) => one.adPlatform === adPlatform) ?? none;
    return { adPlatform, sent: sent + open.sent, accepted, confirmed };
  });
}

async function findCommission({ workspace, ...args }: Arguments, place: CountedDays, range: Range) {
  const [{ rates }, earned] = await Promise.all([
    args.rates ?? getWorkspaceRates(workspace),
    place.matching ? retryRead(() => sumCommissions(range)) : earnedIn(place),
  ]);
  const { amount } = sumIn(workspace.currency, earned, rates);
  return { earned, commission: { amount, currency: workspace.currency } };
}

function toSeries(days: Days, claims: Part[], views: Map<string, number>) {
  const byDay = new Map(claims.map((part) => [part.value, part]));
  return listDays(days).map((date) => {
    const { submissions = 0, handled = 0, sent = 0 } = byDay.get(date) ?? {};
    return { date, views: views.get(date) ?? 0, submissions, handled, sent };
  });
}

function median(times: { createdAt: Date; at: Date }[]): number | null {
  const sorted = times.map(({ createdAt, at }) => Number(at) - Number(createdAt)).sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const [low, high] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  return low === undefined || high === undefined ? null : Math.round((low + high) / 2);
}
