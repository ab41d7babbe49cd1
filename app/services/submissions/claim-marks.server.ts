import type { Transaction } from "sequelize";
import { COMMITTED_WITHIN_MS, inTransaction } from "#app/database/connection.server.ts";
import { escapeValue } from "#app/database/dialect.server.ts";
import { SECOND } from "#app/lib/dates.ts";
import { firstIdAt, timeOfId } from "#app/lib/ids.ts";
import { Correction, JobRun, Submission } from "#app/models/index.server.ts";

const STEP_MS = 10 * SECOND;

/** The job that looks for new claims in statements. */
export const LATER_CLAIMS_JOB = "later claims";

/** A condition of the poll: whether claims came in, or were corrected, since a job's mark. */
export const hasClaimsAfterMark = (job: string): string => {
  const mark = `COALESCE((SELECT mark FROM jobRuns WHERE name = ${escapeValue(job)}), '')`;
  return `(EXISTS (SELECT 1 FROM submissions WHERE id > ${mark}) OR EXISTS (SELECT 1 FROM corrections WHERE id > ${mark}))`;
};

/** Makes a job look at recent claims again, because one of them was reopened. */
export const forgetMark = (job: string, transaction: Transaction) =>
  JobRun.update({ mark: null }, { where: { name: job }, transaction });

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
  const [mark = settled] = [found, settled].sort();
  const before = row?.mark ?? null;
  // Each step is a write: while claims come in, every tenth second is enough.
  const isWorthIt = before === null || mark === found || +timeOfId(mark) - +timeOfId(before) > STEP_MS;
  if (mark <= (before ?? "") || !isWorthIt) return;
  // Unless it was forgotten meanwhile.
  await inTransaction((transaction) =>
    JobRun.update({ mark }, { where: { name: job, mark: before }, transaction }),
  );
}
