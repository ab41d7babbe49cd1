import { subMonths } from "date-fns";
import { MINUTE } from "#app/lib/dates.ts";
import { CountedMonth, JobRun, type Workspace } from "#app/models/index.server.ts";
import { presentStatistics } from "#app/presenters/statistics.ts";
import { StatisticsQuery } from "#app/schemas/statistics.ts";
import { getStatistics } from "#app/services/analytics/get-statistics.server.ts";
import { readPeriod } from "#app/services/analytics/read-period.server.ts";
import {
  addEndedMonths,
  countDueMonths,
  ENDED_MONTHS_JOB,
} from "#app/services/submissions/count-months.server.ts";

export const month = (ago: number) => subMonths(new Date(), ago).toISOString().slice(0, 7);
/** In the middle of its month. */
export const monthsAgo = (months: number) => new Date(`${month(months)}-15T12:00:00Z`);

export const dueNow = () => CountedMonth.update({ dueAt: new Date(Date.now() - MINUTE) }, { where: {} });
export async function countAgain(): Promise<void> {
  await dueNow();
  await countDueMonths();
}
export async function countAll(): Promise<void> {
  // The app of another test may have run the job, which goes on where it ended.
  await JobRun.destroy({ where: { name: ENDED_MONTHS_JOB } });
  await addEndedMonths();
  await countAgain();
}

export const findMonths = ({ id: workspaceId }: Workspace, where: object) =>
  CountedMonth.findAll({ where: { workspaceId, ...where } });
export const countDone = async (workspace: Workspace) =>
  (await findMonths(workspace, { dueAt: null })).length;

/** The figures of a range, which is read by months where these are counted. */
export async function readFigures(
  workspace: Workspace,
  query: Record<string, string>,
  filters?: Record<string, string>,
) {
  const { days } = await readPeriod(workspace, StatisticsQuery.parse(query));
  const statistics = await getStatistics({ workspace, days, filters });
  const { conversionRate: _rate, previous: _previous, ...figures } = presentStatistics(statistics, null, []);
  return figures;
}
