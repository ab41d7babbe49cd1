import { retryRead } from "#app/database/connection.server.ts";
import { config } from "#app/env.server.ts";
import { type Language, languageFacts } from "#app/lib/languages.ts";
import { formatMoment, withLatinDigits } from "#app/lib/moments.ts";
import { displayMoney, formatAmount } from "#app/lib/money.ts";
import { OptInForm, Submission, TelegramClaim, TelegramConversation } from "#app/models/index.server.ts";
import { paths } from "#app/paths.ts";
import { textsIn } from "#app/schemas/languages/index.ts";
import { eraseClaim } from "#app/services/people/erase-claims.server.ts";
import {
  createPrivateToken,
  endSharing,
  withdrawSubmission,
} from "#app/services/submissions/private-links.server.ts";
import type { ButtonOfMessage, NewMessage } from "../messages/queue-message.server.ts";
import type { PersonAction } from "../shared/read-action.ts";
import { type ChatTurn, NotYet, type TurnOutcome } from "../shared/turn.server.ts";
import { paragraphs, toButtonData } from "./prompts.server.ts";

const COMMANDS = ["status", "withdraw", "delete", "help"];
const VERBS = ["choose", "withdraw", "withdrawn", "unshare", "unshared", "delete", "kept"];
/** The newest claims of an account; a private link of each is with it. */
const SHOWN_MAX = 10;

/** Whether an action is about what was confirmed before. */
export const isClaimAction = (action: PersonAction): boolean =>
  action.kind === "command"
    ? COMMANDS.includes(action.name)
    : action.kind === "pressed" && VERBS.includes(action.data.split(":", 1)[0] ?? "");

/** `/status`, `/withdraw` and `/delete`, each about the claims of this account only. */
export async function handleClaims(turn: ChatTurn, action: PersonAction): Promise<TurnOutcome> {
  const { language } = turn;
  const { chat, mine } = textsIn(language);
  const claims = await listOwnClaims(turn);
  if (action.kind === "command") {
    if (action.name === "help") return { messages: [{ text: chat.commands }] };
    if (action.name === "delete") return { messages: [askToDelete(language)] };
    if (claims.length === 0) return { messages: [{ text: chat.noClaim }] };
    if (action.name === "status") return { messages: await describeClaims(claims, language) };
    const open = claims.filter(({ withdrawnAt }) => withdrawnAt === null);
    const [only] = open;
    if (!only) return { messages: [{ text: mine.isWithdrawn }] };
    return { messages: [open.length === 1 ? askWhatToEnd(only, language) : askWhich(open, language)] };
  }
  if (action.kind !== "pressed") return {};
  const [verb, id] = action.data.split(":");
  if (verb === "kept") return { messages: claims.length === 0 ? [] : await describeClaims(claims, language) };
  if (verb === "delete") return deleteAll(turn, claims);
  const claim = claims.find((one) => one.id === id);
  if (!claim) return { notice: chat.buttonOver };
  if (verb === "choose") return { messages: [askWhatToEnd(claim, language)] };
  if (verb === "withdraw") return { messages: [askToWithdraw(claim, language)] };
  if (verb === "unshare") return { messages: [askToEndSharing(claim, language)] };
  const own = { workspaceId: claim.workspaceId, submissionId: claim.id };
  if (verb === "unshared") {
    await endSharing(own);
    return { messages: [{ text: claim.withdrawnAt ? mine.isWithdrawn : mine.sharingEnded }] };
  }
  await withdrawSubmission(own);
  return { messages: [{ text: paragraphs([mine.isWithdrawn, mine.nothingMore]) }] };
}

const toPerson = ({ bot, action }: ChatTurn) => ({
  workspaceId: bot.workspaceId,
  botId: bot.id,
  telegramUserId: action.telegramUserId,
});

async function listOwnClaims(turn: ChatTurn): Promise<Submission[]> {
  const where = toPerson(turn);
  const own = await retryRead(() => TelegramClaim.findAll({ where, attributes: ["submissionId"] }));
  const id = own.map(({ submissionId }) => submissionId);
  if (id.length === 0) return [];
  const { workspaceId } = where;
  return retryRead(() =>
    Submission.findAll({
      where: { id, workspaceId, erasedAt: null },
      order: [["createdAt", "DESC"]],
      limit: SHOWN_MAX,
    }),
  );
}

/** What was confirmed and how it stands, each with its private link. */
export async function describeClaims(
  claims: readonly Submission[],
  language: Language,
): Promise<NewMessage[]> {
  const { mine, thanks } = textsIn(language);
  const id = [...new Set(claims.map(({ formId }) => formId))];
  const workspaceId = claims[0]?.workspaceId ?? "";
  const forms = await retryRead(() =>
    OptInForm.findAll({ where: { id, workspaceId }, attributes: ["id", "slug"] }),
  );
  const slugs = new Map(forms.map((form) => [form.id, form.slug]));
  const states = { pending: mine.isRecorded, handled: mine.isVerified, rejected: mine.isRejected };
  const lines = claims.map((claim) =>
    [
      nameClaim(claim, language),
      claim.withdrawnAt ? mine.isWithdrawn : states[claim.status],
      ...(claim.sharingEndedAt && !claim.withdrawnAt ? [mine.sharingEnded] : []),
    ].join("\n"),
  );
  const buttons = claims.map((claim): ButtonOfMessage[] => {
    const slug = slugs.get(claim.formId) ?? "";
    const url = config.publicUrl + paths.privateLink({ slug, token: createPrivateToken(claim.id) });
    return [{ text: claims.length === 1 ? thanks.keepLink : nameClaim(claim, language), url }];
  });
  return [{ text: paragraphs(lines), buttons }];
}

/** `250.00 € deposit, Bybit, November 20, 2026`. */
function nameClaim(
  { action, amount, currency, platformName, createdAt }: Submission,
  language: Language,
): string {
  const { noun, withAmount } = textsIn(language).actions[action];
  const { locale } = languageFacts(language);
  const confirmed =
    amount && currency
      ? withAmount(displayMoney(formatAmount(amount, currency), currency, withLatinDigits(locale)))
      : noun;
  return [confirmed, platformName, `${formatMoment(createdAt, locale, "UTC")} UTC`].join(", ");
}

const askWhich = (claims: readonly Submission[], language: Language): NewMessage => ({
  text: textsIn(language).chat.which,
  buttons: claims.map((claim) => [
    { text: nameClaim(claim, language), callback_data: toButtonData("choose", claim.id) },
  ]),
});

/** Withdrawing it, or ending only the sharing with ad platforms while there is any. */
function askWhatToEnd(claim: Submission, language: Language): NewMessage {
  if (claim.sharingEndedAt || claim.withdrawnAt) return askToWithdraw(claim, language);
  const { mine } = textsIn(language);
  return {
    text: paragraphs([nameClaim(claim, language), mine.endSharingHelps]),
    buttons: [
      [{ text: mine.withdraw, callback_data: toButtonData("withdraw", claim.id) }],
      [{ text: mine.endSharing, callback_data: toButtonData("unshare", claim.id) }],
    ],
  };
}

function askToWithdraw(claim: Submission, language: Language): NewMessage {
  const { mine } = textsIn(language);
  return {
    text: paragraphs([nameClaim(claim, language), mine.withdrawQuestion, mine.cannotUndo]),
    buttons: [
      [{ text: mine.withdrawYes, callback_data: toButtonData("withdrawn", claim.id) }],
      [{ text: mine.keep, callback_data: toButtonData("kept", claim.id) }],
    ],
  };
}

function askToEndSharing(claim: Submission, language: Language): NewMessage {
  const { mine } = textsIn(language);
  return {
    text: paragraphs([nameClaim(claim, language), mine.endSharingQuestion, mine.endSharingMeans]),
    buttons: [
      [{ text: mine.endSharingYes, callback_data: toButtonData("unshared", claim.id) }],
      [{ text: mine.keepSharing, callback_data: toButtonData("kept", claim.id) }],
    ],
  };
}

function askToDelete(language: Language): NewMessage {
  const { chat, mine } = textsIn(language);
  return {
    text: paragraphs([chat.deleteQuestion, chat.deleteEnds]),
    buttons: [
      [{ text: chat.deleteYes, callback_data: toButtonData("delete", "yes") }],
      [{ text: mine.keep, callback_data: toButtonData("kept", "all") }],
    ],
  };
}

async function deleteAll(turn: ChatTurn, claims: readonly Submission[]): Promise<TurnOutcome> {
  const { workspaceId, ...person } = toPerson(turn);
  for (const { id: submissionId } of claims)
    if (!(await eraseClaim({ workspaceId, submissionId, access: null }))) throw new NotYet();
  const { length } = await listOwnClaims(turn);
  // More than are shown at once.
  if (length > 0) throw new NotYet();
  return {
    messages: [{ text: textsIn(turn.language).chat.deleted }],
    async save(transaction) {
      await TelegramConversation.destroy({ where: { workspaceId, ...person }, transaction });
    },
  };
}
