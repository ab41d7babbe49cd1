import type { Transaction } from "sequelize";
import { announceDue } from "#app/database/announcements.server.ts";
import { retryRead } from "#app/database/connection.server.ts";
import { fromNow } from "#app/database/leases.server.ts";
import { FIRST_LANGUAGE, findLanguage } from "#app/lib/languages.ts";
import {
  Submission,
  type TelegramBot,
  TelegramClaim,
  TelegramDoor,
  TelegramEntry,
} from "#app/models/index.server.ts";
import { textsIn } from "#app/schemas/languages/index.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { queueMessage } from "../messages/queue-message.server.ts";
import type { DoorAction } from "../shared/read-action.ts";
import { chooseChatLanguage, findForm, type SaveOutcome } from "../shared/turn.server.ts";
import { markClaims } from "./mark-claims.server.ts";
import { isBeingOpened } from "./open-door.server.ts";

const nothing: SaveOutcome = async () => {};

/** What happens at a door: somebody asks to join, comes in or leaves, or the bot gets other rights there. */
export async function handleDoorAction(bot: TelegramBot, action: DoorAction): Promise<SaveOutcome> {
  const { workspaceId, id: botId } = bot;
  const where = { workspaceId, botId, chatId: action.chatId, archivedAt: null };
  const door = await retryRead(() => TelegramDoor.findOne({ where }));
  // Whoever is in other chats is nobody's business here.
  if (!door) return nothing;
  if (action.kind === "asked") return answerRequest(bot, door, action);
  if (action.kind === "moved") return (transaction) => saveMove(door, action, transaction);
  const problem = action.mayInvite ? null : messages.telegram.mayNotInvite;
  return async (transaction) => {
    await door.update({ problem, checkedAt: new Date() }, { transaction });
    if (problem === null) await markClaims({ workspaceId, botId }, transaction);
  };
}

async function answerRequest(
  bot: TelegramBot,
  door: TelegramDoor,
  { telegramUserId, languageCode }: Extract<DoorAction, { kind: "asked" }>,
): Promise<SaveOutcome> {
  const { workspaceId, id: botId } = bot;
  const person = { workspaceId, botId, telegramUserId };
  const chat = { bot, chatId: telegramUserId };
  const own = await retryRead(() => TelegramClaim.findAll({ where: person, order: [["createdAt", "DESC"]] }));
  const form = await findForm(workspaceId, null);
  const submissionId = own.map((one) => one.submissionId);
  const [newest] = own;
  if (!newest || !(await hasOpenClaim(workspaceId, submissionId))) {
    // Nothing is stored of who has not agreed to anything: the request stays with Telegram.
    const { chat: texts } = textsIn(
      form ? chooseChatLanguage(form, languageCode) : (findLanguage(languageCode) ?? FIRST_LANGUAGE),
    );
    return (transaction) => queueMessage(chat, { text: texts.door.needsClaim }, transaction);
  }
  return async (transaction) => {
    const where = { workspaceId, doorId: door.id, telegramUserId };
    const entry = await TelegramEntry.findOne({ where, lock: true, transaction });
    const isOpen = entry && (entry.state === "open" || entry.state === "in");
    const mayReturn = entry?.state === "out" && entry.problem === null;
    // Telegram may have said already that they have not asked: what is being opened is opened again.
    if (isOpen || mayReturn || (entry && isBeingOpened(entry))) {
      await entry.update(
        { state: "due", dueAt: fromNow(0) as unknown as Date, leaseToken: null, attemptCount: 0 },
        { transaction },
      );
      announceDue(TelegramEntry, transaction);
      return;
    }
    if (entry?.state === "due") return;
    await markClaims({ workspaceId, submissionId }, transaction);
    const { chat: texts } = textsIn(newest.language);
    await queueMessage(chat, { text: texts.door.waits(form?.page.ownerName ?? door.title) }, transaction);
  };
}

/** Whether one of the claims may still open a door. */
const hasOpenClaim = async (workspaceId: string, id: string[]): Promise<boolean> => {
  const status = ["pending", "handled"];
  const where = { workspaceId, id, status, withdrawnAt: null, erasedAt: null };
  return (await retryRead(() => Submission.count({ where }))) > 0;
};

/** Only of people who came through the door, or are coming through it at this moment. */
async function saveMove(
  { workspaceId, id: doorId, botId }: TelegramDoor,
  { telegramUserId, isIn }: Extract<DoorAction, { kind: "moved" }>,
  transaction: Transaction,
): Promise<void> {
  const where = { workspaceId, doorId, telegramUserId };
  const entry = await TelegramEntry.findOne({ where, lock: true, transaction });
  const isComing = entry !== null && isIn && isBeingOpened(entry);
  if (!entry || (entry.openedAt === null && !isComing)) return;
  const now = new Date();
  if (isIn) {
    const joined = { joinedAt: entry.joinedAt ?? now, endedAt: null };
    // Whoever opens it at this moment says the rest, and who is to be removed still is.
    const isSaid = isComing || entry.state === "remove";
    await entry.update(isSaid ? joined : { ...joined, state: "in", dueAt: null }, { transaction });
    const own = { workspaceId, botId, telegramUserId, joinedAt: null };
    await TelegramClaim.update({ joinedAt: now }, { where: own, transaction });
    await markClaims({ workspaceId, submissionId: [entry.submissionId] }, transaction);
  } else if (entry.state !== "remove")
    await entry.update({ state: "out", endedAt: now, dueAt: null }, { transaction });
}
