import type { Transaction } from "sequelize";
import { retryRead } from "#app/database/connection.server.ts";
import { FIRST_LANGUAGE, findLanguage, type Language } from "#app/lib/languages.ts";
import { OptInForm, type TelegramBot, type TelegramConversation } from "#app/models/index.server.ts";
import { findDefaultForm } from "#app/services/opt-in-forms/default-form.server.ts";
import { findLiveForm, type LiveForm } from "#app/services/opt-in-forms/opt-in-forms.server.ts";
import type { NewMessage } from "../messages/queue-message.server.ts";
import type { PersonAction } from "./read-action.ts";

/** Writes what comes of an update, in the transaction that marks it as done. */
export type SaveOutcome = (transaction: Transaction) => Promise<void>;

/** One person's action in the chat with a bot. */
export type ChatTurn = {
  bot: TelegramBot;
  action: PersonAction;
  conversation: TelegramConversation | null;
  /** Of the open conversation, otherwise the workspace's default; null for one that takes no claims. */
  form: LiveForm | null;
  language: Language;
};

/** What an action needs is not done yet: the update waits, and does not count as tried. */
export class NotYet extends Error {}

/** What the bot says to an action, and what it writes. */
export type TurnOutcome = {
  messages?: NewMessage[];
  /** Shown for a moment to whoever pressed a button. */
  notice?: string;
  /** What the message with the pressed button says from now on. */
  shows?: NewMessage;
  /** Whether it loses its buttons although a notice is shown. */
  endsButtons?: boolean;
  save?: SaveOutcome;
};

/** A form by its id, as long as it takes claims; the default one for null. */
export async function findForm(workspaceId: string, formId: string | null): Promise<LiveForm | null> {
  const attributes = ["slug"];
  const form = await retryRead(() =>
    formId === null
      ? findDefaultForm(workspaceId, { attributes })
      : OptInForm.findOne({ where: { id: formId, workspaceId }, attributes }),
  );
  const live = form && (await findLiveForm(form.slug));
  return live && live.workspaceId === workspaceId && live.platforms.size > 0 ? live : null;
}

/** The language of the person's Telegram if the form is shown in it. */
export function chooseChatLanguage(form: LiveForm | null, languageCode: string | undefined): Language {
  const own = findLanguage(languageCode) ?? FIRST_LANGUAGE;
  if (!form) return own;
  return form.languages.enabled.includes(own) ? own : form.languages.default;
}
