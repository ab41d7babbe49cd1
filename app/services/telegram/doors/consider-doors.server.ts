import { Op, type Transaction, UniqueConstraintError } from "sequelize";
import { announceDue } from "#app/database/announcements.server.ts";
import { inTransaction, retryRead } from "#app/database/connection.server.ts";
import { finish, type Lease, release } from "#app/database/leases.server.ts";
import type { EntryState, EntryWait } from "#app/lib/telegram.ts";
import {
  Submission,
  type TelegramBot,
  TelegramClaim,
  TelegramDoor,
  TelegramEntry,
} from "#app/models/index.server.ts";
import { textsIn } from "#app/schemas/languages/index.ts";
import { notifyMembers } from "#app/services/notifications/notify.server.ts";
import { queueMessage } from "../messages/queue-message.server.ts";
import { findForm } from "../shared/turn.server.ts";
import { type DoorFacts, judgeDoor, type Right, readDoorFacts } from "./judge-door.server.ts";
import { markClaims } from "./mark-claims.server.ts";
import { isBeingOpened } from "./open-door.server.ts";
import { isAccountTaken } from "./taken-account.server.ts";

type Found = {
  own: TelegramClaim;
  claim: Submission;
  facts: DoorFacts;
  bot: Pick<TelegramBot, "id" | "workspaceId">;
  /** Of the claim's form; null for one that takes no claims any more. */
  ownerName: string | null;
};

/** Looks at the doors of a claim: which open, which a member has to open, and what speaks against open ones. */
export async function considerDoors(lease: Lease): Promise<void> {
  const own = await retryRead(() =>
    TelegramClaim.findOne({ where: { id: lease.id, leaseToken: lease.token } }),
  );
  if (!own) return;
  const { workspaceId, botId, submissionId: id } = own;
  const doors = await retryRead(() =>
    TelegramDoor.findAll({ where: { workspaceId, botId, archivedAt: null } }),
  );
  const claim = await retryRead(() => Submission.findOne({ where: { id, workspaceId } }));
  const facts = claim && doors.length > 0 ? await readDoorFacts(claim) : null;
  const form = claim && facts && (await findForm(workspaceId, claim.formId));
  const bot = { id: botId, workspaceId };
  const save = async (transaction: Transaction) => {
    const idle = { state: "idle", dueAt: null, attemptCount: 0 } as const;
    const isHeld = await finish(TelegramClaim, lease, idle, transaction);
    if (!isHeld || !claim || !facts) return;
    const found = { own, claim, facts, bot, ownerName: form?.page.ownerName ?? null };
    for (const door of doors) await saveEntry(door, found, judgeDoor(door, claim, facts), transaction);
  };
  try {
    await inTransaction(save);
  } catch (error) {
    if (!(error instanceof UniqueConstraintError)) throw error;
    // Another claim took the account, or the place of this person, at the same moment.
    await release(TelegramClaim, [lease]);
  }
}

async function saveEntry(
  door: TelegramDoor,
  found: Found,
  right: Right,
  transaction: Transaction,
): Promise<void> {
  const { own, claim, facts } = found;
  const { workspaceId, telegramUserId } = own;
  const where = { workspaceId, doorId: door.id, telegramUserId };
  const entry = await TelegramEntry.findOne({ where, lock: true, transaction });
  // Another claim of the person may be the one that it opens for.
  const isOwn = entry?.submissionId === claim.id;
  if (right.kind === "none") {
    if (entry && isOwn) await endRight(door, entry, { own, right }, transaction);
    return;
  }
  if (entry && entry.state !== "waiting" && entry.state !== "due") {
    // What speaks against the claim next time is named again, whatever was kept before.
    if (isOwn && entry.state !== "remove" && (entry.problem !== null || entry.kept !== null))
      await entry.update({ problem: null, problemAt: null, kept: null }, { transaction });
    return;
  }
  if (entry?.state === "due" && (!isOwn || entry.openedByUserId !== null || isBeingOpened(entry))) return;
  const wait = await findWait(door, found, { entry, right }, transaction);
  if (entry && !isOwn && wait !== null) return;
  const isNew = entry?.state !== "waiting" || (wait === "account" && entry.waitsFor !== "account");
  const values = {
    submissionId: claim.id,
    accountKey: wait === null || (wait !== "account" && facts.isProven) ? facts.accountKey : null,
    openedByUserId: null,
    ...(wait === null ? toDue(right.at) : { ...WAITING, waitsFor: wait }),
  };
  if (entry) await entry.update(values, { transaction });
  else await TelegramEntry.create({ ...where, ...values, createdAt: new Date() }, { transaction });
  if (wait === null) return announceDue(TelegramEntry, transaction, Math.max(0, +right.at - Date.now()));
  if (isNew) await tellMembers(door, { problem: null }, transaction);
  if (isNew && wait === "account") await tellOfCheck(door, found, transaction);
}

/** Why a member has to open it, or null where it opens by itself: an account opens for one Telegram account. */
async function findWait(
  { id: doorId, workspaceId }: TelegramDoor,
  { facts: { accountKey } }: Found,
  { entry, right }: { entry: TelegramEntry | null; right: Exclude<Right, { kind: "none" }> },
  transaction: Transaction,
): Promise<EntryWait | null> {
  if (await isAccountTaken({ workspaceId, doorId, accountKey, id: entry?.id }, transaction)) return "account";
  return right.kind === "waits" ? right.for : null;
}

const WAITING = {
  state: "waiting" as EntryState,
  dueAt: null,
  leaseToken: null,
  attemptCount: 0,
};

const toDue = (at: Date) => ({ ...WAITING, state: "due" as EntryState, waitsFor: null, dueAt: at });

type EndedRight = { own: TelegramClaim; right: Extract<Right, { kind: "none" }> };

async function endRight(
  door: TelegramDoor,
  entry: TelegramEntry,
  { own: { workspaceId, botId, telegramUserId, submissionId }, right }: EndedRight,
  transaction: Transaction,
): Promise<void> {
  if (entry.state === "in") return saveProblem(door, entry, right, transaction);
  // Telegram may be letting them in: whoever asks it looks at the claim again.
  if (entry.state === "remove" || entry.state === "out" || isBeingOpened(entry)) return;
  await entry.destroy({ transaction });
  const others = { workspaceId, botId, telegramUserId, submissionId: { [Op.ne]: submissionId } };
  await markClaims(others, transaction);
}

/** Somebody whose account is taken hears that it is checked, without having asked. */
async function tellOfCheck(
  { title }: TelegramDoor,
  { own, ownerName, bot }: Found,
  transaction: Transaction,
): Promise<void> {
  if (own.blockedAt !== null) return;
  const { chat } = textsIn(own.language);
  const text = chat.door.waits(ownerName ?? title);
  await queueMessage({ bot, chatId: own.telegramUserId }, { text }, transaction);
}

async function saveProblem(
  door: TelegramDoor,
  entry: TelegramEntry,
  { problem }: Extract<Right, { kind: "none" }>,
  transaction: Transaction,
): Promise<void> {
  if (entry.problem === problem || entry.kept === problem) return;
  await entry.update({ problem, problemAt: new Date() }, { transaction });
  await tellMembers(door, { problem }, transaction);
}

const tellMembers = (
  { workspaceId, id: doorId, title }: TelegramDoor,
  { problem }: { problem: string | null },
  transaction: Transaction,
): Promise<void> =>
  notifyMembers(
    {
      workspaceId,
      type: "telegramDoor",
      payload: { title, isProblem: problem !== null },
      groupKey: `telegramDoor:${doorId}:${problem === null ? "waits" : "problem"}`,
    },
    transaction,
  );
