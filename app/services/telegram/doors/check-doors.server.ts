import type { ChatMember } from "@grammyjs/types";
import pLimit from "p-limit";
import { inTransaction, retryRead } from "#app/database/connection.server.ts";
import { formatNumber } from "#app/lib/regional-formats.ts";
import { TelegramDoor } from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { type Check, fault, ok, todo } from "#app/services/connections/check-steps.ts";
import { type Access, assertAccess, changeWorkspace } from "#app/services/workspaces/access.server.ts";
import { type BotAnswer, callBot } from "../bot-api.server.ts";
import { describeFault } from "../bots/bot-faults.ts";
import { findBot, tryOpenToken } from "../bots/find-bot.server.ts";
import { markClaims } from "./mark-claims.server.ts";

const { telegram } = messages;
const AT_ONCE = 4;

/** Checks what the bot may do in the chat of each door. One in which it may invite again opens again. */
export async function checkDoors({ access }: { access: Access }): Promise<Check[]> {
  await inTransaction((transaction) => assertAccess(access, "workspace:write", transaction));
  const { workspaceId } = access;
  const bot = await findBot(workspaceId);
  const where = { workspaceId, archivedAt: null };
  const doors =
    bot && (await retryRead(() => TelegramDoor.findAll({ where, order: [["createdAt", "ASC"]] })));
  if (!doors || doors.length === 0) return [];
  const token = tryOpenToken(bot);
  if (token === null) return [todo("Rights")];
  const limit = pLimit(AT_ONCE);
  const asked = await Promise.all(
    doors.map((door) =>
      limit(async () => {
        const who = { chat_id: Number(door.chatId), user_id: Number(bot.telegramId) };
        return { door, answer: await callBot<ChatMember>(token, "getChatMember", who) };
      }),
    ),
  );
  // Of all doors: the check of the token says it.
  if (asked.every(({ answer }) => !answer.isDone && answer.fault === "refused")) return [todo("Rights")];
  for (const { door, answer } of asked) await saveRights(access, door, answer);
  const faults = asked.flatMap(({ door, answer }) => describeRights(door, answer) ?? []);
  if (faults.length > 0) return faults;
  const count = doors.length === 1 ? "at 1 door" : `at ${formatNumber(doors.length)} doors`;
  return [ok("Rights", `may invite and remove ${count}`)];
}

/** Null where nobody has clearly said it. */
function mayInvite(answer: BotAnswer<ChatMember>): boolean | null {
  if (!answer.isDone) return answer.fault === "wrong" || answer.fault === "blocked" ? false : null;
  return answer.result.status === "administrator" && answer.result.can_invite_users;
}

/** Null where there is nothing to mend. */
function describeRights({ title }: TelegramDoor, answer: BotAnswer<ChatMember>): Check | null {
  const name = `Rights in ${title}`;
  const invites = mayInvite(answer);
  if (invites === null && !answer.isDone)
    return fault(name, "no clear answer", describeFault(answer).problem);
  if (!invites) return fault(name, "may not invite", telegram.mayNotInvite);
  const removes =
    answer.isDone && "can_restrict_members" in answer.result && answer.result.can_restrict_members;
  return removes ? null : fault(name, "may not remove", telegram.mayNotRemove);
}

async function saveRights(
  access: Access,
  { id, botId, problem }: TelegramDoor,
  answer: BotAnswer<ChatMember>,
): Promise<void> {
  const invites = mayInvite(answer);
  if (invites === null) return;
  await changeWorkspace(access, "workspace:write", async ({ id: workspaceId }, transaction) => {
    const values = { problem: invites ? null : telegram.mayNotInvite, checkedAt: new Date() };
    await TelegramDoor.update(values, { where: { id, workspaceId }, transaction });
    if (invites && problem !== null) await markClaims({ workspaceId, botId }, transaction);
  });
}
