import { Op, type Transaction } from "sequelize";
import { announceDue } from "#app/database/announcements.server.ts";
import { fromNow } from "#app/database/leases.server.ts";
import {
  TelegramClaim,
  TelegramConversation,
  TelegramEntry,
  TelegramMessage,
  TelegramStart,
} from "#app/models/index.server.ts";

type OfClaim = { workspaceId: string; submissionId: string };

/**
 * Has the person of a claim removed from the channels that opened for it, before nobody knows any more who it was.
 * @returns whether nobody is in any more
 */
export async function closeDoors(
  { workspaceId, submissionId }: OfClaim,
  transaction: Transaction,
): Promise<boolean> {
  const where = { workspaceId, submissionId };
  // Telegram may be letting them in: then they are removed afterwards.
  const isOpening = { state: "due", leaseToken: { [Op.ne]: null }, dueAt: { [Op.gt]: fromNow(0) } };
  if ((await TelegramEntry.count({ where: { ...where, ...isOpening }, transaction })) > 0) return false;
  // Without a problem: where Telegram refuses, the erasure goes on all the same.
  const isIn = [{ state: ["open", "in"] }, { state: "remove", problem: { [Op.ne]: null } }];
  await TelegramEntry.update(
    {
      state: "remove",
      problem: null,
      dueAt: fromNow(0) as unknown as Date,
      leaseToken: null,
      attemptCount: 0,
    },
    { where: { ...where, [Op.or]: isIn }, transaction },
  );
  if ((await TelegramEntry.count({ where: { ...where, state: "remove" }, transaction })) > 0) {
    announceDue(TelegramEntry, transaction);
    return false;
  }
  await TelegramEntry.destroy({ where, transaction });
  return true;
}

/** Deletes what is stored of an erased claim's chat, with the visit that led there. */
export async function eraseChat(
  { workspaceId, submissionId }: OfClaim,
  transaction: Transaction,
): Promise<void> {
  const claim = await TelegramClaim.findOne({ where: { workspaceId, submissionId }, transaction });
  const started = [{ submissionId }, ...(claim?.startId ? [{ id: claim.startId }] : [])];
  await TelegramStart.destroy({ where: { workspaceId, [Op.or]: started }, transaction });
  if (!claim) return;
  const { botId, telegramUserId } = claim;
  await claim.destroy({ transaction });
  // Another claim of the account is still a reason to keep its chat.
  const ofPerson = { workspaceId, botId, telegramUserId };
  if ((await TelegramClaim.count({ where: ofPerson, transaction })) > 0) return;
  await TelegramConversation.destroy({ where: ofPerson, transaction });
  await TelegramMessage.destroy({ where: { workspaceId, botId, chatId: telegramUserId }, transaction });
}
