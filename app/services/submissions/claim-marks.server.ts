import { inTransaction } from "#app/database/connection.server.ts";
import { escapeValue } from "#app/database/dialect.server.ts";
import { SECOND } from "#app/lib/dates.ts";
import { firstIdAt, timeOfId } from "#app/lib/ids.ts";
import { Correction, JobRun, Submission } from "#app/models/index.server.ts";

/** How long after the time of its id a claim may be committed. */
const COMMITTED_WITHIN_MS = 15 * SECOND;

/** A condition of the poll: whether claims came in, or were corrected, since a job's mark. */
export const hasClaimsAfterMark = (job: string): string => {
  const mark = `COALESCE((SELECT mark FROM jobRuns WHERE name = ${escapeValue(job)}), '')`;
  return `(EXISTS (SELECT 1 FROM submissions WHERE id > ${mark}) OR EXISTS (SELECT 1 FROM corrections WHERE id > ${mark}))`;
};

/**
 * Does a job's work on the claims that came in since its mark, and moves the mark. It is called again until the
 * last claim is some seconds old, because one with an earlier id may be committed later.
 * @param work gets the time since which claims may be new; null the first time
 */
export async function workFromMark(
  job: string,
  now: Date,
  work: (since: Date | null) => Promise<void>,
): Promise<void> {
  const row = await JobRun.findByPk(job, { attributes: ["mark"] });
  const latest = [await Submission.max("id"), await Correction.max("id")] as (string | null)[];
  const settled = firstIdAt(new Date(now.getTime() - COMMITTED_WITHIN_MS));
  await work(row?.mark ? timeOfId(row.mark) : null);
  const found = latest.reduce<string>((one, other) => (other && other > one ? other : one), "");
  const mark = found < settled ? found : settled;
  if (mark <= (row?.mark ?? "")) return;
  await inTransaction((transaction) => JobRun.update({ mark }, { where: { name: job }, transaction }));
}
