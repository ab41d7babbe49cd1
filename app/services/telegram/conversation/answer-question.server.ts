import { config } from "#app/env.server.ts";
import { DomainError, type FieldError, Invalid, Unavailable } from "#app/lib/errors.ts";
import { consume } from "#app/lib/rate-limiter.server.ts";
import type { ConversationStep } from "#app/lib/telegram.ts";
import { TelegramConversation, TelegramStart } from "#app/models/index.server.ts";
import { paths } from "#app/paths.ts";
import { textsIn, translateError, translateFields } from "#app/schemas/languages/index.ts";
import { keepTelegramClaim } from "#app/services/chat-claims/telegram-claims.server.ts";
import type { LiveForm } from "#app/services/opt-in-forms/opt-in-forms.server.ts";
import { createPrivateToken } from "#app/services/submissions/private-links.server.ts";
import { submitLimits } from "#app/services/submissions/submit-limits.ts";
import { submitOptIn } from "#app/services/submissions/submit-opt-in.server.ts";
import type { NewMessage } from "../messages/queue-message.server.ts";
import type { ChatTurn, TurnOutcome } from "../shared/turn.server.ts";
import { readContinuedVisit } from "../starts/take-start.server.ts";
import { listChatLinks } from "./broker-links.server.ts";
import { askFor, askForConsent, paragraphs, toButtonData } from "./prompts.server.ts";
import {
  type AnsweredField,
  type Asked,
  type ChatAnswers,
  checkAnswers,
  findPrevious,
  findStep,
  isOptional,
  parseAnswers,
} from "./questions.ts";

/** A conversation that goes on, with its form. */
type OpenTurn = ChatTurn & { conversation: TelegramConversation; form: LiveForm };

/** An answer, a pressed button or `/cancel` in an open conversation. */
export async function answerQuestion(turn: ChatTurn): Promise<TurnOutcome> {
  const { conversation, form, action } = turn;
  const { chat, errors } = textsIn(turn.language);
  if (!conversation)
    return action.kind === "pressed" ? { notice: chat.buttonOver } : { messages: [{ text: chat.ended }] };
  if (!form) return { messages: [{ text: errors.gone }], save: end(conversation) };
  const open = { ...turn, conversation, form };
  if (action.kind === "command") return action.name === "cancel" ? cancel(open) : askAgain(open);
  if (action.kind === "pressed") return press(open, action.data);
  if (conversation.step === "consent" || conversation.step === "check") return askAgain(open);
  if (action.kind === "text") return takeAnswer(open, action.text);
  if (action.kind === "contact" && conversation.step === "phone")
    return takeAnswer(open, toInternational(action.phone));
  return askAgain(open, chat.textNeeded);
}

/** Telegram writes a contact's number without its plus. */
const toInternational = (phone: string) => (/^\d/.test(phone) ? `+${phone}` : phone);

const readAnswers = ({ answers }: TelegramConversation) => JSON.parse(answers) as ChatAnswers;

const end =
  ({ id, workspaceId }: TelegramConversation): TurnOutcome["save"] =>
  async (transaction) => {
    await TelegramConversation.destroy({ where: { id, workspaceId }, transaction });
  };

const cancel = ({ conversation, language }: OpenTurn): TurnOutcome => ({
  messages: [{ text: textsIn(language).chat.nothingStored }],
  save: end(conversation),
});

async function askAgain(turn: OpenTurn, problem: string | null = null): Promise<TurnOutcome> {
  const { conversation, form, language } = turn;
  if (conversation.step === "consent") {
    const links = await listChatLinks(form, conversation.visitId);
    return { messages: [askForConsent(form, language, links)] };
  }
  return {
    messages: [
      withProblem(problem, askFor(conversation.step, { ...turn, answers: readAnswers(conversation) })),
    ],
  };
}

const withProblem = (problem: string | null, { text, ...message }: NewMessage): NewMessage => ({
  ...message,
  text: paragraphs([problem, text]),
});

function press(turn: OpenTurn, data: string): Promise<TurnOutcome> | TurnOutcome {
  const { conversation, form, language } = turn;
  const [verb, step, ...rest] = data.split(":");
  const value = rest.join(":");
  if (step !== conversation.step) return { notice: textsIn(language).chat.buttonOver };
  const answers = readAnswers(conversation);
  switch (verb) {
    case "cancel":
      return cancel(turn);
    case "agree":
      if (step !== "consent") break;
      // Another text is shown by now: nobody has agreed to it.
      if (Number(value) !== form.page.consentVersion) return askAgain(turn);
      return ask(turn, answers, { consentVersion: form.page.consentVersion, consentAt: new Date() });
    case "set":
      return step === "check"
        ? confirm(turn, { ...answers, amountConfirmed: value })
        : takeAnswer(turn, value);
    case "skip":
      if (isOptional(form, step, answers)) return ask(turn, { ...answers, [step]: "" });
      break;
    case "back":
      return goBack(turn, answers);
    case "confirm":
      if (step === "check") return confirm(turn, answers);
  }
  return { notice: textsIn(language).chat.buttonOver };
}

/** Asks what is next and keeps the answers. */
function ask(
  turn: OpenTurn,
  answers: ChatAnswers,
  agreed: Partial<Pick<TelegramConversation, "consentVersion" | "consentAt">> = {},
  problem: string | null = null,
): TurnOutcome {
  const { form, conversation } = turn;
  const hasAgreed = (agreed.consentVersion ?? conversation.consentVersion) !== null;
  const step = findStep(form, hasAgreed, answers);
  return {
    messages: [withProblem(problem, askFor(step, { ...turn, answers }))],
    save: keep(conversation, step, answers, agreed),
  };
}

const keep =
  (
    { id, workspaceId }: TelegramConversation,
    step: ConversationStep,
    answers: ChatAnswers,
    agreed: Partial<Pick<TelegramConversation, "consentVersion" | "consentAt">> = {},
  ): TurnOutcome["save"] =>
  async (transaction) => {
    await TelegramConversation.update(
      { ...agreed, step, answers: JSON.stringify(answers) },
      { where: { id, workspaceId }, transaction },
    );
  };

function goBack(turn: OpenTurn, answers: ChatAnswers): TurnOutcome {
  const previous = findPrevious(turn.form, turn.conversation.step, answers);
  if (previous === null) return ask(turn, answers);
  return ask(turn, without(answers, previous));
}

/** Without an answer and what rests on it. */
function without(answers: ChatAnswers, field: AnsweredField): ChatAnswers {
  const left = { ...answers };
  delete left[field];
  delete left.amountConfirmed;
  if (field === "amount") delete left.currency;
  if (field === "platform") delete left.reference;
  return left;
}

async function takeAnswer(turn: OpenTurn, typed: string): Promise<TurnOutcome> {
  const { form, conversation, language } = turn;
  const field = conversation.step as AnsweredField;
  const value = field === "platform" ? findPlatform(form, typed) : typed.trim();
  if (value === "")
    return askAgain(turn, field === "platform" ? textsIn(language).errors.platformRequired : null);
  const answers = { ...readAnswers(conversation), [field]: value };
  const { errors, lacksCurrency, phone } = checkAnswers(await toAsked(turn, answers));
  const [error] = translateFields(errors, language);
  if (error) return refuse(turn, answers, error);
  // Shown with its country code: whoever sees another person's number can correct it.
  if (field === "phone" && phone !== null) answers.phone = phone;
  // An amount as `250 €` has said its currency.
  const isSaid = field === "amount" && !lacksCurrency;
  return ask(turn, isSaid ? { ...answers, currency: "" } : answers);
}

const findPlatform = (form: LiveForm, typed: string): string =>
  [...form.platforms].find(
    ([id, { name }]) => id === typed || name.toLowerCase() === typed.trim().toLowerCase(),
  )?.[0] ?? "";

async function toAsked({ form, language, conversation }: OpenTurn, answers: ChatAnswers): Promise<Asked> {
  const { consentVersion } = conversation;
  const { country = null } = (await readVisit(conversation)) ?? {};
  return { form, answers, language, country, consentVersion };
}

/** Says what is wrong with an answer, with what it may mean, and asks for it again. */
function refuse(
  turn: OpenTurn,
  answers: ChatAnswers,
  { field, message, options = [] }: FieldError,
): TurnOutcome {
  const named = field as AnsweredField;
  const outcome = ask(turn, without(answers, named), {}, message);
  const [question] = outcome.messages ?? [];
  if (!question || options.length === 0) return outcome;
  const step = findStep(turn.form, true, without(answers, named));
  const meant = options.map(({ value, label }) => [
    { text: label, callback_data: toButtonData("set", step, value) },
  ]);
  return { ...outcome, messages: [{ ...question, buttons: [...meant, ...(question.buttons ?? [])] }] };
}

async function readVisit({ startId, workspaceId, isOwnStart }: TelegramConversation) {
  const start = startId && (await TelegramStart.findOne({ where: { id: startId, workspaceId } }));
  return start ? readContinuedVisit({ start, isOwn: isOwnStart }) : null;
}

/** Stores the claim: the same conversation is one claim, however often it is confirmed. */
async function confirm(turn: OpenTurn, answers: ChatAnswers): Promise<TurnOutcome> {
  const { action, form, language, conversation } = turn;
  const { thanks, chat } = textsIn(language);
  const visit = await readVisit(conversation);
  try {
    await consume(submitLimits(`telegram ${action.telegramUserId}`, form.page.slug, false));
    const input = parseAnswers(await toAsked(turn, answers));
    const { submissionId } = await submitOptIn({
      slug: form.page.slug,
      input,
      language,
      visitor: {
        ip: null,
        userAgent: null,
        acceptLanguage: null,
        visits: visit ? [visit.entry] : [],
        pageUrl: null,
        cookies: new Map(Object.entries(visit?.cookies ?? {})),
        asksForPrivacy: false,
        visitorId: null,
        deviceId: null,
        deviceFingerprint: null,
        idempotencyKey: `telegram:${conversation.id}`,
        needsToken: false,
        chat: { visitId: conversation.visitId, consentAt: conversation.consentAt ?? new Date() },
      },
    });
    const token = createPrivateToken(submissionId);
    const { successMessage, ownerName, slug } = form.page;
    const address = config.publicUrl + paths.privateLink({ slug, token });
    return {
      messages: [
        {
          text: paragraphs([thanks.heading, successMessage ?? thanks.isChecking(ownerName), chat.commands]),
          buttons: [[{ text: thanks.keepLink, url: address }]],
        },
      ],
      save: (transaction) => saveClaim(turn, submissionId, transaction),
    };
  } catch (error) {
    return refuseClaim(turn, answers, error);
  }
}

function refuseClaim(turn: OpenTurn, answers: ChatAnswers, error: unknown): TurnOutcome {
  const { language } = turn;
  // What passes is tried again with the update.
  if (!(error instanceof DomainError) || error instanceof Unavailable) throw error;
  if (!(error instanceof Invalid)) {
    const field = error.code === "duplicate_email" ? "email" : null;
    const problem = translateError(error, language);
    return ask(turn, field ? without(answers, field) : answers, {}, problem);
  }
  const [first] = translateFields(error.errors, language);
  if (!first) throw error;
  if (error.code !== "amount_unconfirmed") return refuse(turn, answers, first);
  const question = askFor("check", { ...turn, answers });
  const options = (first.options ?? []).map(({ value, label }) => [
    { text: label, callback_data: toButtonData("set", "check", value) },
  ]);
  const back = (question.buttons ?? []).slice(-1);
  return {
    messages: [{ text: first.message, buttons: [...options, ...back] }],
    save: keep(turn.conversation, "check", answers),
  };
}

async function saveClaim(
  { bot: { id: botId, workspaceId }, action: { telegramUserId }, conversation, language }: OpenTurn,
  submissionId: string,
  transaction: Parameters<NonNullable<TurnOutcome["save"]>>[0],
): Promise<void> {
  const { id, startId, startedAt } = conversation;
  const start = startId
    ? await TelegramStart.findOne({ where: { id: startId, workspaceId }, transaction })
    : null;
  await keepTelegramClaim(
    {
      submissionId,
      workspaceId,
      botId,
      telegramUserId,
      startId: start?.id ?? null,
      language,
      link: start?.link ?? null,
      startedAt,
    },
    transaction,
  );
  await TelegramConversation.destroy({ where: { id, workspaceId }, transaction });
}
