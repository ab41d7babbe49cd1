import type { Transaction } from "sequelize";
import { inTransaction } from "#app/database/connection.server.ts";
import { finish, type Lease, reschedule } from "#app/database/leases.server.ts";
import { lockRow } from "#app/database/lock-rows.server.ts";
import { formatsOf, runWithFormats } from "#app/lib/formats-scope.server.ts";
import {
  Notification,
  Submission,
  TelegramBot,
  TelegramDeskChat,
  TelegramDeskClaim,
  TelegramDeskMark,
  User,
  Workspace,
  WorkspaceMember,
} from "#app/models/index.server.ts";
import { paths } from "#app/paths.ts";
import { describeNotification } from "#app/services/notifications/describe-notification.ts";
import { DESK_PAUSE_MS } from "#app/services/notifications/mark-desk-chats.server.ts";
import { listFormNames, nameForms } from "#app/services/opt-in-forms/form-names.server.ts";
import { endDeskChat } from "#app/services/workspaces/end-desk-chats.server.ts";
import { isAllowed } from "#app/services/workspaces/policy.ts";
import { type NewMessage, queueMessage } from "../messages/queue-message.server.ts";
import { type DeskReader, describeDeskClaim, toDashboardUrl } from "./describe-desk-claim.server.ts";

type Told = { workspace: Workspace; chat: TelegramDeskChat; reader: DeskReader };

/** Tells a claimed chat what it is yet to be told: new claims in one message, all else in another. */
export async function tellDeskChat(lease: Lease): Promise<void> {
  const chat = await TelegramDeskChat.findOne({ where: { id: lease.id, leaseToken: lease.token } });
  if (!chat) return;
  const told = await findReader(chat);
  if (!told) return inTransaction((transaction) => endDeskChat(chat, transaction));
  const { id: deskChatId, botId, workspaceId, chatId } = chat;
  const claims = await TelegramDeskClaim.findAll({ where: { deskChatId }, limit: CLAIMS_MAX });
  const marks = await TelegramDeskMark.findAll({ where: { deskChatId } });
  const messages = [
    await tellOfClaims(
      told,
      claims.map(({ submissionId }) => submissionId),
    ),
    await tellOfNotifications(
      told,
      marks.map(({ notificationId }) => notificationId),
    ),
  ].filter((message) => message !== null);
  await inTransaction(async (transaction) => {
    const bot = await TelegramBot.findOne({ where: { id: botId, workspaceId }, transaction });
    if (!bot || !(await endWork(lease, { claims, marks, isTold: messages.length > 0 }, transaction))) return;
    for (const message of messages) await queueMessage({ bot, chatId }, message, transaction);
  });
}

const CLAIMS_MAX = 1_000;

/** Null for who is a member no more. */
async function findReader(chat: TelegramDeskChat): Promise<Told | null> {
  const { workspaceId, userId, isGroup } = chat;
  const [workspace, member, user] = await Promise.all([
    Workspace.findOne({ where: { id: workspaceId, deleteRequestedAt: null } }),
    WorkspaceMember.findOne({ where: { workspaceId, userId } }),
    User.findOne({ where: { id: userId, isActive: true }, attributes: ["id"] }),
  ]);
  if (!workspace || !member || !user) return null;
  const mayDecide = isAllowed(member.role, "submissions:write");
  return { workspace, chat, reader: { userId, isGroup, mayDecide } };
}

async function tellOfClaims({ workspace, reader }: Told, id: string[]): Promise<NewMessage | null> {
  const { id: workspaceId } = workspace;
  const claims = await Submission.findAll({
    where: { id, workspaceId, erasedAt: null, withdrawnAt: null },
    order: [["createdAt", "ASC"]],
  });
  const [claim] = claims;
  if (!claim) return null;
  if (claims.length === 1) {
    const { text, ...more } = await describeDeskClaim(workspace, claim, reader);
    return { text: `New claim\n\n${text}`, ...more };
  }
  const forms = nameForms(await listFormNames(workspaceId), claims);
  const payload = JSON.stringify({ submissionId: claim.id, platformName: claim.platformName, forms });
  const about = { type: "newClaims", payload, count: claims.length } as const;
  const { title, text, href } = await describe(workspace, about);
  return withOpen({ workspace, reader }, { text: `${title}\n\n${text}`, href });
}

/** What is still unread of it. */
async function tellOfNotifications({ workspace, reader }: Told, id: string[]): Promise<NewMessage | null> {
  const unread = await Notification.findAll({
    where: { id, userId: reader.userId, readAt: null },
    order: [["updatedAt", "ASC"]],
  });
  const described = await Promise.all(unread.map((one) => describe(workspace, one)));
  const [only] = described;
  if (!only) return null;
  const text = described.map(({ title, text: words }) => `${title}\n${words}`).join("\n\n");
  const href = described.length === 1 ? only.href : paths.notifications({ state: "unread" });
  return withOpen({ workspace, reader }, { text: shorten(text), href });
}

const describe = (workspace: Workspace, about: Parameters<typeof describeNotification>[0]) =>
  runWithFormats(formatsOf(workspace), async () => describeNotification(about, workspace.timeZone));

/** Telegram takes 4,096 characters. */
const TEXT_MAX = 4_000;
const shorten = (text: string): string => (text.length > TEXT_MAX ? `${text.slice(0, TEXT_MAX)}…` : text);

async function withOpen(
  { workspace, reader }: Pick<Told, "workspace" | "reader">,
  { text, href }: { text: string; href: string },
): Promise<NewMessage> {
  if (reader.isGroup) return { text };
  const url = await toDashboardUrl(reader.userId, workspace.id, href);
  return { text, buttons: [[{ text: "Open", url }]] };
}

type Work = { claims: TelegramDeskClaim[]; marks: TelegramDeskMark[]; isTold: boolean };

/**
 * Ends the work on what was found, under the lock that whoever adds more takes too. If more came meanwhile, the chat
 * is due again.
 * @returns false if another process tells it
 */
async function endWork(
  lease: Lease,
  { claims, marks, isTold }: Work,
  transaction: Transaction,
): Promise<boolean> {
  const { id: deskChatId } = lease;
  const where = { id: deskChatId, leaseToken: lease.token };
  if (!(await lockRow(TelegramDeskChat, { where, attributes: ["id"], transaction }))) return false;
  const submissionId = claims.map((claim) => claim.submissionId);
  await TelegramDeskClaim.destroy({ where: { deskChatId, submissionId }, transaction });
  const token = marks.map((mark) => mark.token);
  await TelegramDeskMark.destroy({ where: { deskChatId, token }, transaction });
  const more = [
    await TelegramDeskClaim.count({ where: { deskChatId }, transaction }),
    await TelegramDeskMark.count({ where: { deskChatId }, transaction }),
  ];
  const toldAt = isTold ? { toldAt: new Date() } : {};
  if (more.every((count) => count === 0))
    return finish(
      TelegramDeskChat,
      lease,
      { state: "idle", dueAt: null, attemptCount: 0, ...toldAt },
      transaction,
    );
  return reschedule(
    TelegramDeskChat,
    lease,
    { delayMs: isTold ? DESK_PAUSE_MS : 0, attemptCount: 0, ...toldAt },
    transaction,
  );
}
