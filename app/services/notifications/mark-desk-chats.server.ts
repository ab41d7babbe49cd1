import type { Transaction } from "sequelize";
import { announceDue } from "#app/database/announcements.server.ts";
import { lockRows } from "#app/database/lock-rows.server.ts";
import { MINUTE } from "#app/lib/dates.ts";
import { newId } from "#app/lib/ids.ts";
import { TelegramDeskChat, TelegramDeskClaim, TelegramDeskMark } from "#app/models/index.server.ts";

/** What comes within this time of a message is told together in the next one. */
export const DESK_PAUSE_MS = MINUTE;

type ToTell = { userId: string; workspaceId: string | null };

/** Has the chats of a member told of a notification. One about the account is told in the private ones, in all. */
export async function markNotification(
  { notificationId, ...about }: ToTell & { notificationId: string },
  transaction: Transaction,
): Promise<void> {
  const chats = await lockChats(about, transaction);
  if (chats.length === 0) return;
  await TelegramDeskMark.bulkCreate(
    chats.map(({ id: deskChatId }) => ({ deskChatId, notificationId, token: newId() })),
    { updateOnDuplicate: ["token"], transaction },
  );
  await makeDue(chats, transaction);
}

/** Has the chats of a member told of new claims. */
export async function markNewClaims(
  { submissionIds, ...about }: ToTell & { submissionIds: string[] },
  transaction: Transaction,
): Promise<void> {
  const chats = await lockChats(about, transaction);
  if (chats.length === 0 || submissionIds.length === 0) return;
  await TelegramDeskClaim.bulkCreate(
    chats.flatMap(({ id: deskChatId }) =>
      submissionIds.map((submissionId) => ({ deskChatId, submissionId })),
    ),
    { ignoreDuplicates: true, transaction },
  );
  await makeDue(chats, transaction);
}

/** Telling a chat locks its row too: of both, the later one sees what the other wrote. */
const lockChats = ({ userId, workspaceId }: ToTell, transaction: Transaction): Promise<TelegramDeskChat[]> =>
  lockRows(TelegramDeskChat, {
    where: { userId, ...(workspaceId === null ? { isGroup: false } : { workspaceId }) },
    attributes: ["id", "state", "toldAt"],
    transaction,
  });

async function makeDue(chats: TelegramDeskChat[], transaction: Transaction): Promise<void> {
  for (const { id, state, toldAt } of chats) {
    if (state !== "idle") continue;
    const dueAt = new Date(Math.max(Date.now(), toldAt ? +toldAt + DESK_PAUSE_MS : 0));
    await TelegramDeskChat.update({ state: "queued", dueAt }, { where: { id }, transaction });
    announceDue(TelegramDeskChat, transaction, Math.max(0, +dueAt - Date.now()));
  }
}
