import type { Transaction } from "sequelize";
import { announceDue } from "#app/database/announcements.server.ts";
import { inTransaction, retryRead } from "#app/database/connection.server.ts";
import { finish, type Lease, reschedule } from "#app/database/leases.server.ts";
import { MINUTE, SECOND } from "#app/lib/dates.ts";
import { log } from "#app/lib/log.server.ts";
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
import { queueMessage } from "../messages/queue-message.server.ts";
import { judgeDoor, readDoorFacts } from "./judge-door.server.ts";

const ATTEMPTS_MAX = 12;
/** After so many the person is no longer kept: Telegram lets the bot remove nobody. */
const REMOVAL_ATTEMPTS_MAX = 6;

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
  if (!at) return postpone(lease, 0);
  const { entry, door, bot, token } = at;
  const { workspaceId, submissionId: id, telegramUserId } = entry;
  const claim = await retryRead(() => Submission.findOne({ where: { id, workspaceId } }));
  const right = claim && judgeDoor(door, claim, await readDoorFacts(claim));
  if (!claim || !right || right.kind === "none" || door.archivedAt !== null)
    return inTransaction(async (transaction) => {
      await TelegramEntry.destroy({ where: { id: entry.id, leaseToken: lease.token }, transaction });
    });
  // A member may open what evidence alone does not.
  if (right.kind === "waits" && (entry.openedByUserId === null || right.for !== "evidence"))
    return inTransaction(async (transaction) => {
      await finish(TelegramEntry, lease, { state: "waiting", waitsFor: right.for, dueAt: null }, transaction);
    });
  const answer = await callBot<true>(token, "approveChatJoinRequest", {
    chat_id: Number(door.chatId),
    user_id: Number(telegramUserId),
  });
  const isThere = !answer.isDone && /USER_ALREADY_PARTICIPANT/.test(answer.description);
  const hasNotAsked = !answer.isDone && /HIDE_REQUESTER_MISSING/.test(answer.description);
  if (!answer.isDone && !isThere && !hasNotAsked) return saveFault(lease, at, answer);
  await inTransaction(async (transaction) => {
    const openedAt = entry.openedAt ?? new Date();
    const where = { id: entry.id, leaseToken: lease.token };
    const current = await TelegramEntry.findOne({ where, lock: true, transaction });
    // They may have come in while Telegram answered.
    const isIn = isThere || (current !== null && current.joinedAt !== null && current.endedAt === null);
    const opened = { state: isIn ? "in" : "open", dueAt: null, attemptCount: 0, openedAt } as const;
    if (!(await finish(TelegramEntry, lease, opened, transaction))) return;
    await TelegramDoor.update({ problem: null }, { where: { id: door.id, workspaceId }, transaction });
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

/** Removes somebody whom a member has decided to remove: without a ban that lasts. */
export async function removeFromDoor(lease: Lease): Promise<void> {
  const at = await findAtDoor(lease);
  if (!at) return postpone(lease, 0, REMOVAL_ATTEMPTS_MAX);
  const { entry, door, token } = at;
  const who = { chat_id: Number(door.chatId), user_id: Number(entry.telegramUserId) };
  const banned = await callBot<true>(token, "banChatMember", who);
  const lifted: BotAnswer<true> = banned.isDone
    ? await callBot<true>(token, "unbanChatMember", { ...who, only_if_banned: true })
    : banned;
  if (!lifted.isDone) return saveFault(lease, at, lifted, REMOVAL_ATTEMPTS_MAX);
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
  attemptsMax = ATTEMPTS_MAX,
): Promise<void> {
  log.info(
    { telegramBotId: bot.id, doorId: door.id, fault, description },
    "a Telegram door could not be worked on",
  );
  if (fault === "blocked" || fault === "wrong")
    await inTransaction(async (transaction) => {
      const problem = description.slice(0, 300);
      await TelegramDoor.update(
        { problem },
        { where: { id: door.id, workspaceId: door.workspaceId }, transaction },
      );
    });
  return postpone(
    lease,
    retryAfterMs ?? Math.min(2 ** entry.attemptCount * SECOND, 30 * MINUTE),
    attemptsMax,
  );
}

function postpone(lease: Lease, delayMs: number, attemptsMax = ATTEMPTS_MAX): Promise<void> {
  return inTransaction(async (transaction) => {
    const entry = await TelegramEntry.findOne({
      where: { id: lease.id, leaseToken: lease.token },
      transaction,
    });
    if (!entry) return;
    if (entry.attemptCount < attemptsMax) {
      await reschedule(TelegramEntry, lease, { delayMs: delayMs || MINUTE }, transaction);
      return;
    }
    await giveUp(lease, entry, transaction);
  });
}

/** What Telegram does not take is a member's: what was to open waits, and who was to be removed counts as out. */
async function giveUp(lease: Lease, { state }: TelegramEntry, transaction: Transaction): Promise<void> {
  const given =
    state === "remove" ? { state: "out" as const, endedAt: new Date() } : { state: "waiting" as const };
  await finish(
    TelegramEntry,
    lease,
    { ...given, waitsFor: state === "remove" ? null : "evidence", dueAt: null, attemptCount: 0 },
    transaction,
  );
  announceDue(TelegramEntry, transaction);
}
