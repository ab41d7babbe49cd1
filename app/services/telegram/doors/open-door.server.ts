import { UniqueConstraintError } from "sequelize";
import { inTransaction, retryRead } from "#app/database/connection.server.ts";
import { finish, type Lease, release, reschedule } from "#app/database/leases.server.ts";
import { MINUTE, SECOND } from "#app/lib/dates.ts";
import { log } from "#app/lib/log.server.ts";
import type { EntryWait } from "#app/lib/telegram.ts";
import {
  Submission,
  TelegramBot,
  TelegramClaim,
  TelegramDoor,
  TelegramEntry,
} from "#app/models/index.server.ts";
import { textsIn } from "#app/schemas/languages/index.ts";
import { type BotAnswer, type BotFault, callBot } from "../bot-api.server.ts";
import { tryOpenToken } from "../bots/find-bot.server.ts";
import { isBotServed } from "../bots/live-bots.server.ts";
import { queueMessage } from "../messages/queue-message.server.ts";
import { judgeDoor, readDoorFacts } from "./judge-door.server.ts";
import { markClaims } from "./mark-claims.server.ts";
import { isAccountTaken } from "./taken-account.server.ts";

const ATTEMPTS_MAX = 12;
/** Of what Telegram understands and does not do, such as removing somebody without the right to. */
const REFUSED_ATTEMPTS_MAX = 6;

type AtDoor = { entry: TelegramEntry; door: TelegramDoor; bot: TelegramBot; token: string };

async function findAtDoor({ id, token: leaseToken }: Lease): Promise<AtDoor | null> {
  const entry = await retryRead(() => TelegramEntry.findOne({ where: { id, leaseToken } }));
  const { workspaceId, doorId } = entry ?? {};
  const door =
    workspaceId &&
    (await retryRead(() => TelegramDoor.findOne({ where: { id: doorId as string, workspaceId } })));
  const bot =
    door &&
    (await retryRead(() =>
      TelegramBot.findOne({ where: { id: door.botId, workspaceId: door.workspaceId } }),
    ));
  const token = bot && bot.state === "on" ? tryOpenToken(bot) : null;
  return entry && door && bot && token ? { entry, door, bot, token } : null;
}

/** Whether Telegram is being asked about an entry, as far as this row can say it. */
export const isBeingOpened = ({ state, leaseToken }: TelegramEntry): boolean =>
  state === "due" && leaseToken !== null;

/** Opens a door that is due: approves the request of exactly this account, or tells it how to ask. */
export async function openDoor(lease: Lease): Promise<void> {
  const at = await findAtDoor(lease);
  // Nothing opens while the bot or its workspace rests, and nothing is forgotten.
  if (!at || !(await isBotServed(at.bot.id))) return release(TelegramEntry, [lease], MINUTE);
  const { entry, door, bot, token } = at;
  const { workspaceId, submissionId: id, telegramUserId } = entry;
  const claim = await retryRead(() => Submission.findOne({ where: { id, workspaceId } }));
  const facts = claim && (await readDoorFacts(claim));
  const right = claim && facts && judgeDoor(door, claim, facts);
  if (!right || right.kind === "none" || door.archivedAt !== null)
    return inTransaction(async (transaction) => {
      await TelegramEntry.destroy({ where: { id: entry.id, leaseToken: lease.token }, transaction });
    });
  const isOpened = entry.openedByUserId !== null;
  // A member may open what evidence alone does not.
  if (right.kind === "waits" && (!isOpened || right.for !== "evidence")) return wait(lease, right.for);
  const leftMs = +right.at - Date.now();
  if (leftMs > 0) return release(TelegramEntry, [lease], leftMs);
  if (!isOpened && !(await takeAccount(lease, entry, facts.accountKey))) return wait(lease, "account");
  const answer = await callBot<true>(token, "approveChatJoinRequest", {
    chat_id: Number(door.chatId),
    user_id: Number(telegramUserId),
  });
  const isThere = !answer.isDone && /USER_ALREADY_PARTICIPANT/.test(answer.description);
  const hasNotAsked = !answer.isDone && /HIDE_REQUESTER_MISSING/.test(answer.description);
  if (!answer.isDone && !isThere && !hasNotAsked) return saveFault(lease, at, answer);
  await inTransaction(async (transaction) => {
    const now = new Date();
    const where = { id: entry.id, leaseToken: lease.token };
    const current = await TelegramEntry.findOne({ where, lock: true, transaction });
    if (!current) return;
    // They may have come in, or left again, while Telegram answered.
    const hasLeft = +(current.endedAt ?? 0) !== +(entry.endedAt ?? 0) && current.endedAt !== null;
    const isIn = !hasLeft && (!hasNotAsked || (current.joinedAt !== null && current.endedAt === null));
    const opened = {
      state: hasLeft ? "out" : isIn ? "in" : "open",
      dueAt: null,
      attemptCount: 0,
      openedAt: entry.openedAt ?? now,
      ...(isIn ? { joinedAt: current.joinedAt ?? now, endedAt: null } : {}),
    } as const;
    if (!(await finish(TelegramEntry, lease, opened, transaction))) return;
    await TelegramDoor.update({ problem: null }, { where: { id: door.id, workspaceId }, transaction });
    // What spoke against the claim meanwhile was left until now.
    if (isIn) await markClaims({ workspaceId, submissionId: [id] }, transaction);
    if (isThere || entry.openedAt !== null) return;
    const own = await TelegramClaim.findOne({ where: { workspaceId, submissionId: id }, transaction });
    if (!own || own.blockedAt !== null) return;
    const { chat } = textsIn(own.language);
    const texts = JSON.parse(door.texts) as Partial<Record<string, string>>;
    await queueMessage(
      { bot, chatId: telegramUserId },
      {
        text: texts[own.language] || texts.default || chat.door.open,
        buttons: hasNotAsked ? [[{ text: chat.door.ask, url: door.inviteLink }]] : [],
      },
      transaction,
    );
  });
}

/** A press of a member holds once: whoever waits again needs another one. */
const wait = (lease: Lease, waitsFor: EntryWait): Promise<void> =>
  inTransaction(async (transaction) => {
    const waiting = { state: "waiting", waitsFor, openedByUserId: null, dueAt: null } as const;
    await finish(TelegramEntry, lease, waiting, transaction);
  });

/** Before it opens: the claim may name another account by now. @returns false if that opens for somebody else */
async function takeAccount(
  { id, token: leaseToken }: Lease,
  { workspaceId, doorId, accountKey: held }: TelegramEntry,
  accountKey: string | null,
): Promise<boolean> {
  if (accountKey === held || accountKey === null) return true;
  try {
    return await inTransaction(async (transaction) => {
      if (await isAccountTaken({ workspaceId, doorId, accountKey, id }, transaction)) return false;
      await TelegramEntry.update({ accountKey }, { where: { id, leaseToken }, transaction });
      return true;
    });
  } catch (error) {
    if (error instanceof UniqueConstraintError) return false;
    throw error;
  }
}

/** Removes somebody whom a member has decided to remove: without a ban that lasts. */
export async function removeFromDoor(lease: Lease): Promise<void> {
  const at = await findAtDoor(lease);
  if (!at) return postpone(lease, MINUTE, REFUSED_ATTEMPTS_MAX);
  const { entry, door, token } = at;
  const who = { chat_id: Number(door.chatId), user_id: Number(entry.telegramUserId) };
  const banned = await callBot<true>(token, "banChatMember", who);
  const lifted: BotAnswer<true> = banned.isDone
    ? await callBot<true>(token, "unbanChatMember", { ...who, only_if_banned: true })
    : banned;
  if (!lifted.isDone) return saveFault(lease, at, lifted);
  await inTransaction(async (transaction) => {
    await finish(
      TelegramEntry,
      lease,
      { state: "out", dueAt: null, endedAt: new Date(), attemptCount: 0 },
      transaction,
    );
  });
}

async function saveFault(
  lease: Lease,
  { entry, door, bot }: AtDoor,
  { fault, description, retryAfterMs }: BotFault,
): Promise<void> {
  log.info(
    { telegramBotId: bot.id, doorId: door.id, fault, description },
    "a Telegram door could not be worked on",
  );
  const isRefused = fault === "blocked" || fault === "wrong";
  if (isRefused)
    await inTransaction(async (transaction) => {
      const problem = description.slice(0, 300);
      await TelegramDoor.update(
        { problem },
        { where: { id: door.id, workspaceId: door.workspaceId }, transaction },
      );
    });
  const delayMs = retryAfterMs ?? Math.min(2 ** entry.attemptCount * SECOND, 30 * MINUTE);
  const isRemoved = entry.state === "remove";
  return postpone(lease, delayMs, isRefused && isRemoved ? REFUSED_ATTEMPTS_MAX : ATTEMPTS_MAX);
}

function postpone(lease: Lease, delayMs: number, attemptsMax: number): Promise<void> {
  return inTransaction(async (transaction) => {
    const where = { id: lease.id, leaseToken: lease.token };
    const entry = await TelegramEntry.findOne({ where, transaction });
    if (!entry) return;
    if (entry.attemptCount < attemptsMax) await reschedule(TelegramEntry, lease, { delayMs }, transaction);
    else await finish(TelegramEntry, lease, { ...giveUp(entry), dueAt: null, attemptCount: 0 }, transaction);
  });
}

/**
 * What Telegram does not do is a member's: who was to come in waits, and who was to be removed is still in. Only the
 * erasure of a person goes on without it.
 */
function giveUp({ state, problem }: TelegramEntry): Partial<TelegramEntry> {
  if (state !== "remove") return { state: "waiting", waitsFor: "evidence", openedByUserId: null };
  return problem === null ? { state: "out", endedAt: new Date() } : { state: "in" };
}
