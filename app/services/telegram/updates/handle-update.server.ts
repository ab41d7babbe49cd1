import { Op, type Transaction } from "sequelize";
import { retryRead } from "#app/database/connection.server.ts";
import { MINUTE, SECOND } from "#app/lib/dates.ts";
import type { Language } from "#app/lib/languages.ts";
import { countInWindow } from "#app/lib/rate-limiter.server.ts";
import { type TelegramBot, TelegramClaim, TelegramConversation } from "#app/models/index.server.ts";
import { textsIn } from "#app/schemas/languages/index.ts";
import type { LiveForm } from "#app/services/opt-in-forms/opt-in-forms.server.ts";
import { endBlockedChat } from "#app/services/workspaces/end-desk-chats.server.ts";
import { answerQuestion } from "../conversation/answer-question.server.ts";
import { handleClaims, isClaimAction } from "../conversation/own-claims.server.ts";
import { startConversation } from "../conversation/start-conversation.server.ts";
import { takeDeskTurn } from "../desk/desk-turn.server.ts";
import { readGroupUpdate } from "../desk/group-updates.server.ts";
import { handleDoorAction } from "../doors/handle-door-action.server.ts";
import {
  queueButtonAnswer,
  queueButtonRemoval,
  queueMessage,
  queueMessageEdit,
} from "../messages/queue-message.server.ts";
import { type DoorAction, readAction } from "../shared/read-action.ts";
import {
  type ChatTurn,
  chooseChatLanguage,
  findForm,
  type SaveOutcome,
  type TurnOutcome,
} from "../shared/turn.server.ts";

/** More than a person types in a minute. */
const ACTIONS_A_MINUTE = 40;
const nothing: SaveOutcome = async () => {};

/**
 * Works on an update of a bot. What other services do for it they do once, however often it is worked on.
 * @returns what is still to be written
 */
export async function handleUpdate(bot: TelegramBot, body: string): Promise<SaveOutcome> {
  const action = readAction(body);
  if (!action || "chatId" in action) return handleGroupUpdate(bot, action, body);
  const { telegramUserId } = action;
  const person = { workspaceId: bot.workspaceId, botId: bot.id, telegramUserId };
  if (action.kind === "blocked") return (transaction) => saveBlock(person, action.isBlocked, transaction);
  const conversation = await retryRead(() =>
    TelegramConversation.findOne({ where: { ...person, expiresAt: { [Op.gt]: new Date() } } }),
  );
  const form = await findForm(bot.workspaceId, conversation?.formId ?? null);
  const language = conversation?.language ?? (await findLanguageOf(person, form, action.languageCode));
  const turn = { bot, action, conversation, form, language };
  const count = await countInWindow({
    name: "telegram-actions",
    seconds: MINUTE / SECOND,
    key: `${bot.id} ${telegramUserId}`,
  });
  if (count > ACTIONS_A_MINUTE) {
    const messages =
      count === ACTIONS_A_MINUTE + 1 ? [{ text: textsIn(language).errors.tooManyRequests }] : [];
    return saveTurn(turn, { messages });
  }
  return saveTurn(turn, (await takeDeskTurn(turn)) ?? (await takeTurn(turn)));
}

/** A group can have a door, and be told what a member is told. */
async function handleGroupUpdate(
  bot: TelegramBot,
  action: DoorAction | null,
  body: string,
): Promise<SaveOutcome> {
  const saves = [action && (await handleDoorAction(bot, action)), readGroupUpdate(bot, body)];
  return async (transaction) => {
    for (const save of saves) await save?.(transaction);
  };
}

function takeTurn(turn: ChatTurn): Promise<TurnOutcome> {
  const { action } = turn;
  if (action.kind === "command" && action.name === "start") return startConversation(turn, action.argument);
  if (isClaimAction(action)) return handleClaims(turn, action);
  return answerQuestion(turn);
}

const saveTurn =
  (
    { bot, action }: ChatTurn,
    { messages = [], notice, shows, endsButtons, save = nothing }: TurnOutcome,
  ): SaveOutcome =>
  async (transaction) => {
    await save(transaction);
    const chat = { bot, chatId: action.telegramUserId };
    if (action.kind === "pressed") {
      const { queryId, messageId } = action;
      await queueButtonAnswer(
        bot,
        { queryId, ...(notice === undefined ? {} : { text: notice }) },
        transaction,
      );
      if (messageId !== null && shows) await queueMessageEdit(chat, { messageId, ...shows }, transaction);
      else if (messageId !== null && endsButtons) await queueButtonRemoval(chat, messageId, transaction);
    }
    for (const message of messages) await queueMessage(chat, message, transaction);
  };

/** Of the newest claim of the person, else of their Telegram. */
async function findLanguageOf(
  person: Person,
  form: LiveForm | null,
  languageCode: string | undefined,
): Promise<Language> {
  const claim = await retryRead(() =>
    TelegramClaim.findOne({ where: person, attributes: ["language"], order: [["createdAt", "DESC"]] }),
  );
  return claim?.language ?? chooseChatLanguage(form, languageCode);
}

type Person = { workspaceId: string; botId: string; telegramUserId: string };

async function saveBlock(person: Person, isBlocked: boolean, transaction: Transaction): Promise<void> {
  const blockedAt = isBlocked ? { [Op.is]: null } : { [Op.not]: null };
  await TelegramClaim.update(
    { blockedAt: isBlocked ? new Date() : null },
    { where: { ...person, blockedAt }, transaction },
  );
  if (!isBlocked) return;
  await TelegramConversation.destroy({ where: person, transaction });
  const { workspaceId, botId, telegramUserId: chatId } = person;
  await endBlockedChat({ workspaceId, botId, chatId }, transaction);
}
