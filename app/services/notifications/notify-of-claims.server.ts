import { Op, type Transaction } from "sequelize";
import { MINUTE } from "#app/lib/dates.ts";
import { NOTIFICATION_TYPES } from "#app/lib/notifications.ts";
import { Notification, Submission, TelegramDeskChat } from "#app/models/index.server.ts";
import type { ConsumeTogether, Work } from "#app/services/domain-events/consume-together.server.ts";
import type { RecordedEvent } from "#app/services/domain-events/event-types.ts";
import { markNewClaims } from "#app/services/notifications/mark-desk-chats.server.ts";
import { listFormNames, nameForms } from "#app/services/opt-in-forms/form-names.server.ts";
import { findRecipients } from "./find-recipients.server.ts";
import { groupKeyAt, notifyMembers, TOGETHER_MS } from "./notify.server.ts";

/** A claim's event can be of the ten minutes after those of the claim. */
const LATER_MS = MINUTE;
const COUNT_MAX = 1_000;

/** Notifies of new claims, counted again for the ten minutes that they came in. */
export const notifyOfNewClaims: ConsumeTogether = async (workspaceId, events) => {
  const times = events.flatMap(({ createdAt }) => [createdAt.getTime() - LATER_MS, createdAt.getTime()]);
  const starts = [...new Set(times.map((at) => Math.floor(at / TOGETHER_MS) * TOGETHER_MS))].sort();
  const groups: (Work | null)[] = [];
  for (const start of starts) groups.push(await readGroup(workspaceId, new Date(start)));
  return async (transaction) => {
    for (const tell of groups) await tell?.(transaction);
    await tellChats(workspaceId, events, transaction);
  };
};

/** Chats show each claim, so they are told of the events' own and not of a count. */
async function tellChats(
  workspaceId: string,
  events: RecordedEvent[],
  transaction: Transaction,
): Promise<void> {
  if ((await TelegramDeskChat.count({ where: { workspaceId }, transaction })) === 0) return;
  const about = { workspaceId, ...NOTIFICATION_TYPES.newClaims };
  const submissionIds = [...new Set(events.map(({ subjectId }) => subjectId))];
  for (const { user, byTelegram } of await findRecipients(about, transaction))
    if (byTelegram) await markNewClaims({ workspaceId, userId: user.id, submissionIds }, transaction);
}

/** @returns what tells of the claims of ten minutes; null if members know of all */
async function readGroup(workspaceId: string, start: Date): Promise<Work | null> {
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
  if (!claim || (await Notification.findOne({ where: isTold, attributes: ["id"] }))) return null;
  const forms = nameForms(await listFormNames(workspaceId), claims);
  const payload = { submissionId: claim.id, platformName: claim.platformName, forms };
  return (transaction) =>
    notifyMembers({ workspaceId, type: "newClaims", payload, groupKey, count }, transaction);
}
