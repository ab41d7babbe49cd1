import { col, fn, Op } from "sequelize";
import { inTransaction } from "#app/database/connection.server.ts";
import { HOUR, MINUTE } from "#app/lib/dates.ts";
import { firstIdAt } from "#app/lib/ids.ts";
import { log } from "#app/lib/log.server.ts";
import { DomainEvent, Notification, Submission } from "#app/models/index.server.ts";
import { listFormNames, nameForms } from "#app/services/opt-in-forms/form-names.server.ts";
import { workFromMark } from "#app/services/submissions/claim-marks.server.ts";
import { groupKeyAt, notifyMembers, TOGETHER_MS } from "./notify.server.ts";

/** Events are found by their time, and may be committed some seconds later. */
const LOOK_BACK_MS = MINUTE;
/** Claims that came in before the job ran for the first time. */
const FIRST_LOOK_BACK_MS = HOUR;
const COUNT_MAX = 1_000;

export const NEW_CLAIMS_JOB = "new claims";

/**
 * Notifies of new claims, counted again for each ten minutes, because a consumer would cost a row per claim.
 */
export const notifyOfNewClaims = (now = new Date()): Promise<void> =>
  workFromMark(NEW_CLAIMS_JOB, now, async (since) => {
    const from = since ? since.getTime() - LOOK_BACK_MS : now.getTime() - FIRST_LOOK_BACK_MS;
    await notifySince(from, now);
  });

async function notifySince(from: number, now: Date): Promise<void> {
  // Grouped by the plain column, SQLite would read all events instead of the latest.
  const workspaceId = fn("LOWER", col("workspaceId"));
  const events = await DomainEvent.findAll({
    where: { type: "submission.created", id: { [Op.gte]: firstIdAt(new Date(from)) } },
    attributes: [
      [workspaceId, "workspaceId"],
      [fn("MIN", col("createdAt")), "createdAt"],
    ],
    group: [workspaceId as unknown as string],
    raw: true,
  });
  for (const { workspaceId, createdAt } of events) {
    const first = Math.floor(new Date(createdAt).getTime() / TOGETHER_MS) * TOGETHER_MS;
    for (let start = first; start <= now.getTime(); start += TOGETHER_MS)
      await notifyOfGroup(workspaceId, new Date(start)).catch((error: unknown) =>
        log.warn({ err: error, workspaceId }, "members could not be notified of claims yet"),
      );
  }
}

async function notifyOfGroup(workspaceId: string, start: Date): Promise<void> {
  const groupKey = groupKeyAt("newClaims", workspaceId, start);
  const claims = await Submission.findAll({
    where: {
      workspaceId,
      createdAt: { [Op.gte]: start, [Op.lt]: new Date(start.getTime() + TOGETHER_MS) },
    },
    attributes: ["id", "platformName", "formId"],
    limit: COUNT_MAX,
    raw: true,
  });
  const [claim] = claims;
  const count = claims.length;
  const isTold = { workspaceId, groupKey, count: { [Op.gte]: count } };
  if (!claim || (await Notification.findOne({ where: isTold, attributes: ["id"] }))) return;
  const forms = nameForms(await listFormNames(workspaceId), claims);
  const payload = { submissionId: claim.id, platformName: claim.platformName, forms };
  await inTransaction((transaction) =>
    notifyMembers({ workspaceId, type: "newClaims", payload, groupKey, count }, transaction),
  );
}
