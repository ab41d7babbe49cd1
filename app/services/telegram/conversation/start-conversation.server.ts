import type { Transaction } from "sequelize";
import { retryRead } from "#app/database/connection.server.ts";
import { LINK_CLICK_ID_LENGTH } from "#app/lib/affiliate-systems.ts";
import { HOUR } from "#app/lib/dates.ts";
import { newCode } from "#app/lib/random.server.ts";
import { CONVERSATION_HOURS } from "#app/lib/telegram.ts";
import {
  Submission,
  TelegramClaim,
  TelegramConversation,
  type TelegramStart,
} from "#app/models/index.server.ts";
import { textsIn } from "#app/schemas/languages/index.ts";
import { keepTelegramClaim } from "#app/services/chat-claims/telegram-claims.server.ts";
import { type ChatTurn, chooseChatLanguage, findForm, type TurnOutcome } from "../shared/turn.server.ts";
import { findStart, takeStart } from "../starts/take-start.server.ts";
import { listChatLinks } from "./broker-links.server.ts";
import { describeClaims } from "./own-claims.server.ts";
import { askForConsent } from "./prompts.server.ts";
import { givenAnswers } from "./questions.ts";

/** Somebody else has used the token in the meantime: the update is worked on again. */
class UsedElsewhere extends Error {}

/** `/start`, with the token of a pressed link or without: the form's consent, or the claim of a private link. */
export async function startConversation(turn: ChatTurn, token: string): Promise<TurnOutcome> {
  const { bot, action } = turn;
  const { telegramUserId } = action;
  const { workspaceId } = bot;
  const asked = { workspaceId, token, telegramUserId };
  const found = await findStart(asked);
  const start = found?.start ?? null;
  const isOwn = found?.isOwn ?? false;
  const own = async (transaction: Transaction) => {
    if (found && (await takeStart(asked, transaction))?.isOwn !== isOwn) throw new UsedElsewhere();
  };
  if (isOwn && start?.submissionId && !(await isOthers(turn, start.submissionId)))
    return continueClaim(turn, start, start.submissionId, own);
  const form = start ? await findForm(workspaceId, start.formId) : turn.form;
  if (!form) return { messages: [{ text: textsIn(turn.language).errors.gone }], save: own };
  const wanted = start?.language ?? action.languageCode;
  const language = chooseChatLanguage(form, wanted);
  const visitId = (isOwn && start?.visitId) || newCode(LINK_CLICK_ID_LENGTH);
  const links = await listChatLinks(form, visitId);
  return {
    messages: [askForConsent(form, language, links)],
    async save(transaction) {
      await own(transaction);
      const person = { workspaceId, botId: bot.id, telegramUserId };
      await TelegramConversation.destroy({ where: person, transaction });
      const startedAt = new Date();
      await TelegramConversation.create(
        {
          ...person,
          formId: form.id,
          startId: start?.id ?? null,
          isOwnStart: isOwn,
          visitId,
          language,
          step: "consent",
          answers: JSON.stringify(givenAnswers(form)),
          startedAt,
          expiresAt: new Date(+startedAt + CONVERSATION_HOURS * HOUR),
        },
        { transaction },
      );
    },
  };
}

/** Whether a claim belongs to another Telegram account: its private link was passed on. */
async function isOthers(
  { bot: { workspaceId }, action: { telegramUserId } }: ChatTurn,
  submissionId: string,
  transaction?: Transaction,
): Promise<boolean> {
  const where = { workspaceId, submissionId };
  const known = await TelegramClaim.findOne({ where, ...(transaction ? { transaction } : {}) });
  return known !== null && known.telegramUserId !== telegramUserId;
}

/** A claim of the form goes on in the chat of whoever has its private link. */
async function continueClaim(
  turn: ChatTurn,
  start: TelegramStart,
  id: string,
  own: (transaction: Transaction) => Promise<void>,
): Promise<TurnOutcome> {
  const { bot, action, language } = turn;
  const { workspaceId, link, createdAt } = start;
  const submission = await retryRead(() =>
    Submission.findOne({ where: { id, workspaceId, erasedAt: null } }),
  );
  if (!submission) return { messages: [{ text: textsIn(language).errors.gone }], save: own };
  const spoken = submission.language ?? language;
  const { chat } = textsIn(spoken);
  const shown = await describeClaims([submission], spoken);
  return {
    messages: [...shown, { text: chat.commands }],
    async save(transaction) {
      await own(transaction);
      if (await isOthers(turn, submission.id, transaction)) throw new UsedElsewhere();
      await keepTelegramClaim(
        {
          submissionId: submission.id,
          workspaceId,
          botId: bot.id,
          telegramUserId: action.telegramUserId,
          startId: start.id,
          language: spoken,
          link,
          startedAt: createdAt,
        },
        transaction,
      );
    },
  };
}
