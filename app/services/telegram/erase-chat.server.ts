import { Op, type Transaction } from "sequelize";
import {
  TelegramClaim,
  TelegramConversation,
  TelegramMessage,
  TelegramStart,
} from "#app/models/index.server.ts";

type OfClaim = { workspaceId: string; submissionId: string };

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
