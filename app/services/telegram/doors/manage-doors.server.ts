import type { ChatFullInfo, ChatInviteLink, ChatMember } from "@grammyjs/types";
import { Op, type Transaction, UniqueConstraintError } from "sequelize";
import { retryRead } from "#app/database/connection.server.ts";
import { Conflict, DomainError, Invalid, NotFound } from "#app/lib/errors.ts";
import { type TelegramBot, TelegramDoor, TelegramEntry, User } from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import type { DoorChange, DoorInput } from "#app/schemas/telegram-doors.ts";
import { type Actor, recordAudit } from "#app/services/audit-log/audit-log.server.ts";
import { findBroker } from "#app/services/platforms/find-broker.server.ts";
import { type Access, assertAccess, changeWorkspace } from "#app/services/workspaces/access.server.ts";
import { type BotAnswer, callBot } from "../bot-api.server.ts";
import { findBot, tryOpenToken } from "../bots/find-bot.server.ts";
import { markClaims } from "./mark-claims.server.ts";

/** What stands beside the link in the list of a channel's links, at most 32 characters. */
const LINK_NAME = "Attesto";
const { telegram } = messages;

/** A door with how many came through it and how many wait for a member. */
export type CountedDoor = { door: TelegramDoor; cameThrough: number; due: number };

/** The doors of a workspace that are not archived, the oldest first. */
export async function listDoors(workspaceId: string): Promise<CountedDoor[]> {
  const where = { workspaceId, archivedAt: null };
  return countEntries(
    workspaceId,
    await retryRead(() => TelegramDoor.findAll({ where, order: [["createdAt", "ASC"]] })),
  );
}

/** How many people a member has to decide about, at all doors. */
export const countDue = async (workspaceId: string): Promise<number> =>
  (await listDoors(workspaceId)).reduce((sum, { due }) => sum + due, 0);

/** @throws {NotFound} also for another workspace's */
export async function getDoor(one: { workspaceId: string; doorId: string }): Promise<CountedDoor> {
  const [counted] = await countEntries(one.workspaceId, [await findDoor(one)]);
  return counted as CountedDoor;
}

async function countEntries(workspaceId: string, doors: TelegramDoor[]): Promise<CountedDoor[]> {
  const doorId = doors.map(({ id }) => id);
  const count = async (where: object) => {
    const rows = await retryRead(() =>
      TelegramEntry.count({ where: { workspaceId, doorId, ...where }, group: ["doorId"] }),
    );
    return new Map(rows.map((row) => [row.doorId as string, row.count]));
  };
  const [through, waiting, doubtful] = await Promise.all([
    count({ joinedAt: { [Op.ne]: null } }),
    count({ state: "waiting" }),
    count({ state: "in", problem: { [Op.ne]: null } }),
  ]);
  return doors.map((door) => ({
    door,
    cameThrough: through.get(door.id) ?? 0,
    due: (waiting.get(door.id) ?? 0) + (doubtful.get(door.id) ?? 0),
  }));
}

async function findDoor(
  { workspaceId, doorId }: { workspaceId: string; doorId: string },
  transaction?: Transaction,
): Promise<TelegramDoor> {
  const where = { id: doorId, workspaceId, archivedAt: null };
  const door = await TelegramDoor.findOne({ where, ...(transaction ? { transaction } : {}) });
  if (!door) throw new NotFound("Door");
  return door;
}

/**
 * Makes a door of a private channel or group in which the bot may invite.
 * @throws {NotFound} no bot, no such broker · {Invalid} at `chatId` · {Conflict} `door_taken` · {DomainError} 502
 */
export async function createDoor({
  access,
  input,
}: {
  access: Access;
  input: DoorInput;
}): Promise<TelegramDoor> {
  const bot = await findBot(access.workspaceId);
  if (!bot) throw new NotFound("Bot");
  const { chat, inviteLink } = await makeInviteLink(bot, input.chatId);
  const { needs, title, text } = input;
  return changeWorkspace(access, actionOf(access), async ({ id: workspaceId }, transaction) => {
    const { platformId = null } = needs;
    if (platformId !== null) await findBroker({ workspaceId, platformId }, transaction);
    const now = new Date();
    const values = {
      workspaceId,
      botId: bot.id,
      chatId: String(chat.id),
      title: title || (chat.title ?? ""),
      needs: needs.state,
      platformId,
      texts: JSON.stringify(text ?? {}),
      inviteLink,
      problem: null,
      checkedAt: now,
      confirmedAt: null,
      confirmedByUserId: null,
      confirmedByName: null,
      archivedAt: null,
    };
    const where = { botId: bot.id, chatId: values.chatId, workspaceId };
    const before = await TelegramDoor.findOne({ where, lock: true, transaction });
    if (before && before.archivedAt === null) throw new Conflict("door_taken", telegram.doorTaken);
    try {
      // An archived door comes back with the people who came through it, and has to be confirmed again.
      const door = before
        ? await before.update(values, { transaction })
        : await TelegramDoor.create({ ...values, createdAt: now }, { transaction });
      await markClaims({ workspaceId, botId: bot.id }, transaction);
      return door;
    } catch (error) {
      throw error instanceof UniqueConstraintError ? new Conflict("door_taken", telegram.doorTaken) : error;
    }
  });
}

async function makeInviteLink(bot: TelegramBot, chatId: string) {
  const token = tryOpenToken(bot);
  if (token === null) throw new DomainError(502, "platform_unreachable", telegram.unreadable);
  const refuse = (message: string) => new Invalid([{ field: "chatId", message }]);
  const clear = <Result>(answer: BotAnswer<Result>, message: string): Result => {
    if (answer.isDone) return answer.result;
    if (answer.fault === "wrong" || answer.fault === "blocked") throw refuse(message);
    throw new DomainError(502, "platform_unreachable", telegram.unclear);
  };
  const chat = clear(
    await callBot<ChatFullInfo>(token, "getChat", { chat_id: Number(chatId) }),
    telegram.chatUnknown,
  );
  if ("username" in chat && chat.username) throw refuse(telegram.chatPublic);
  const asked = { chat_id: chat.id, user_id: Number(bot.telegramId) };
  const member = clear(await callBot<ChatMember>(token, "getChatMember", asked), telegram.mayNotInvite);
  if (member.status !== "administrator" || !member.can_invite_users) throw refuse(telegram.mayNotInvite);
  const link = { chat_id: chat.id, name: LINK_NAME, creates_join_request: true };
  const { invite_link: inviteLink } = clear(
    await callBot<ChatInviteLink>(token, "createChatInviteLink", link),
    telegram.mayNotInvite,
  );
  return { chat, inviteLink };
}

/** A key's scope says what it may; of members only owners make and close doors. */
const actionOf = (access: Access) => (access.userId === null ? "telegram:write" : "workspace:write");

/** `actor` is who confirms it. */
type Changing = { access: Access; doorId: string; input: DoorChange; actor: Actor };

/**
 * Changes a door. Who it is for is an owner's to change; confirming it is an owner's too, and stands in the audit log.
 * @throws {NotFound} · {Forbidden} `role_refused`
 */
export function updateDoor({ access, doorId, input, actor }: Changing): Promise<TelegramDoor> {
  const { confirm, needs, title, text } = input;
  return changeWorkspace(access, "telegram:write", async ({ id: workspaceId }, transaction) => {
    const door = await findDoor({ workspaceId, doorId }, transaction);
    if (needs) await assertAccess(access, actionOf(access), transaction);
    if (confirm) await assertAccess(access, "workspace:write", transaction);
    const platformId = needs?.platformId ?? null;
    if (platformId !== null) await findBroker({ workspaceId, platformId }, transaction);
    const isOther = needs && (needs.state !== door.needs || platformId !== door.platformId);
    await door.update(
      {
        ...(title === undefined ? {} : { title }),
        ...(text === undefined ? {} : { texts: JSON.stringify(text) }),
        ...(needs ? { needs: needs.state, platformId } : {}),
        // What was confirmed was another door's.
        ...(isOther ? { confirmedAt: null, confirmedByUserId: null, confirmedByName: null } : {}),
      },
      { transaction },
    );
    if (confirm && door.confirmedAt === null) {
      const user = await User.findByPk(actor.user.id, { attributes: ["id", "name"], transaction });
      await door.update(
        { confirmedAt: new Date(), confirmedByUserId: actor.user.id, confirmedByName: user?.name ?? null },
        { transaction },
      );
      await recordAudit(
        { actor, action: "telegramDoor.confirmed", detail: door.title.slice(0, 200) },
        transaction,
      );
    }
    await markClaims({ workspaceId, botId: door.botId }, transaction);
    return door;
  });
}

/** Closes a door to all who come. Those who are in stay in. @throws {NotFound} */
export function archiveDoor({ access, doorId }: { access: Access; doorId: string }): Promise<void> {
  return changeWorkspace(access, actionOf(access), async ({ id: workspaceId }, transaction) => {
    const door = await findDoor({ workspaceId, doorId }, transaction);
    await door.update({ archivedAt: new Date() }, { transaction });
    const state = ["waiting", "due", "open"];
    await TelegramEntry.destroy({ where: { workspaceId, doorId, state }, transaction });
  });
}
