import type { Transaction } from "sequelize";
import { retryRead } from "#app/database/connection.server.ts";
import { DECISION_REASONS, type DecisionReason } from "#app/lib/domain.ts";
import { DomainError, NotFound } from "#app/lib/errors.ts";
import { isId } from "#app/lib/ids.ts";
import {
  type Submission,
  type TelegramBot,
  TelegramDeskChat,
  type Workspace,
} from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { getSubmission } from "#app/services/submissions/get-submission.server.ts";
import { queueDecision } from "#app/services/submissions/queue-decision.server.ts";
import type { DecisionInput } from "#app/services/submissions/write-decisions.server.ts";
import type { MemberAccess } from "#app/services/workspaces/access.server.ts";
import { endDeskChat } from "#app/services/workspaces/end-desk-chats.server.ts";
import { findLinkedMember } from "#app/services/workspaces/memberships.server.ts";
import { isAllowed } from "#app/services/workspaces/policy.ts";
import { isBotServed } from "../bots/live-bots.server.ts";
import type { PersonAction } from "../shared/read-action.ts";
import type { TurnOutcome } from "../shared/turn.server.ts";
import { isMemberCode } from "./codes.ts";
import { type DeskOffer, describeDeskClaim, describeWhatHolds } from "./describe-desk-claim.server.ts";
import { linkDeskChat } from "./link-chat.server.ts";

const { telegramDesk } = messages;

type Turn = { bot: TelegramBot; action: PersonAction };

/** What a member does in a linked chat, or to link one; null for what a visitor does. */
export async function takeDeskTurn({ bot, action }: Turn): Promise<TurnOutcome | null> {
  const { telegramUserId: chatId } = action;
  if (action.kind === "command" && action.name === "start" && isMemberCode(action.argument)) {
    const chat = { id: chatId, isGroup: false, title: null };
    return { save: (transaction) => linkDeskChat({ bot, code: action.argument, chat }, transaction) };
  }
  if (action.kind === "command" && action.name === "unlink") {
    const chat = await findChat(bot, chatId);
    return chat && { messages: [{ text: telegramDesk.chatUnlinked }], save: ending(chat) };
  }
  if (action.kind !== "pressed" || !action.data.startsWith("desk:")) return null;
  const [, verb = "", submissionId = "", value = ""] = action.data.split(":");
  return handlePress(bot, await findChat(bot, chatId), { verb, submissionId, value });
}

const findChat = (
  { id: botId, workspaceId }: TelegramBot,
  chatId: string,
): Promise<TelegramDeskChat | null> =>
  retryRead(() => TelegramDeskChat.findOne({ where: { workspaceId, botId, chatId, isGroup: false } }));

const ending = (chat: TelegramDeskChat) => (transaction: Transaction) => endDeskChat(chat, transaction);

type Press = { verb: string; submissionId: string; value: string };

/** The button carries no right: what the member may do now decides. */
async function handlePress(
  bot: TelegramBot,
  chat: TelegramDeskChat | null,
  press: Press,
): Promise<TurnOutcome> {
  const member = chat && (await findLinkedMember(chat));
  if (!member)
    return { notice: telegramDesk.notLinked, endsButtons: true, ...(chat ? { save: ending(chat) } : {}) };
  // A new role has ended the link, so this one was made with the role.
  if (!isAllowed(member.role, "submissions:write"))
    return { notice: telegramDesk.mayNotDecide, endsButtons: true };
  if (!(await isBotServed(bot.id))) return { notice: telegramDesk.workspacePaused };
  const claim = await findClaim(member.workspace.id, press.submissionId);
  if (!claim) return { notice: telegramDesk.claimGone, endsButtons: true };
  return pressOn(claim, member, press);
}

type Deciding = { workspace: Workspace; access: MemberAccess };

async function pressOn(
  claim: Submission,
  { workspace, access }: Deciding,
  press: Press,
): Promise<TurnOutcome> {
  const reader = { userId: access.userId, isGroup: false, mayDecide: true };
  const show = (shown: Submission, offer?: DeskOffer) => describeDeskClaim(workspace, shown, reader, offer);
  const state = await describeWhatHolds(workspace, claim);
  if (state !== null) return { notice: state, shows: await show(claim) };
  if (press.verb === "reject") return { shows: await show(claim, "reasons") };
  const unclear = press.verb === "verify" ? findUnclear(claim) : null;
  if (unclear !== null) return { notice: unclear, shows: await show(claim) };
  const input = toInput(press);
  if (!input) return { shows: await show(claim) };
  const refusal = await decide(access, claim.id, input);
  const decided = await findClaim(workspace.id, claim.id);
  if (!decided) return { notice: telegramDesk.claimGone, endsButtons: true };
  // Of two who decide the same at once, the later one is told who was faster.
  const isOwn = decided.decidedByUserId === access.userId;
  const notice = refusal ?? (isOwn ? null : await describeWhatHolds(workspace, decided));
  return { ...(notice === null ? {} : { notice }), shows: await show(decided) };
}

async function findClaim(workspaceId: string, submissionId: string): Promise<Submission | null> {
  if (!isId(submissionId)) return null;
  try {
    return await getSubmission({ workspaceId, submissionId });
  } catch (error) {
    if (error instanceof NotFound) return null;
    throw error;
  }
}

/** Null for a button that decides nothing. */
function toInput({ verb, value }: Press): DecisionInput | null {
  if (verb === "verify") return { status: "handled" };
  return verb === "why" && isReason(value) ? { status: "rejected", reason: value } : null;
}

const isReason = (value: string): value is DecisionReason =>
  value !== "other" && DECISION_REASONS.some((reason) => reason === value);

/** Why a claim is looked at on its page before it is verified. */
function findUnclear({ amount, unlikelyAmount, cameInRush }: Submission): string | null {
  if (amount === null) return telegramDesk.needsAmount;
  if (unlikelyAmount) return telegramDesk.unlikelyAmount;
  return cameInRush ? telegramDesk.cameInRush : null;
}

/**
 * The right is checked in the transaction that decides. The first attempts are the job's, so that nobody waits.
 * @returns why it was not decided
 */
async function decide(
  access: MemberAccess,
  submissionId: string,
  input: DecisionInput,
): Promise<string | null> {
  try {
    await queueDecision({ access, submissionId, input, expected: "pending", isInBackground: true });
    return null;
  } catch (error) {
    if (error instanceof DomainError && error.status < 500) return error.message;
    throw error;
  }
}
