import { type Transaction, UniqueConstraintError } from "sequelize";
import { announceDue } from "#app/database/announcements.server.ts";
import { inTransaction, retryRead } from "#app/database/connection.server.ts";
import { finish, type Lease } from "#app/database/leases.server.ts";
import type { EntryState } from "#app/lib/telegram.ts";
import { Submission, TelegramClaim, TelegramDoor, TelegramEntry } from "#app/models/index.server.ts";
import { notifyMembers } from "#app/services/notifications/notify.server.ts";
import { type DoorFacts, judgeDoor, type Right, readDoorFacts } from "./judge-door.server.ts";
import { isBeingOpened } from "./open-door.server.ts";

type Found = { own: TelegramClaim; claim: Submission; facts: DoorFacts };

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
  await inTransaction(async (transaction) => {
    const isHeld = await finish(
      TelegramClaim,
      lease,
      { state: "idle", dueAt: null, attemptCount: 0 },
      transaction,
    );
    if (!isHeld || !claim || !facts) return;
    for (const door of doors)
      await saveEntry(door, { own, claim, facts }, judgeDoor(door, claim, facts), transaction);
  });
}

async function saveEntry(
  door: TelegramDoor,
  found: Found,
  right: Right,
  transaction: Transaction,
): Promise<void> {
  const { own, claim } = found;
  const { workspaceId, telegramUserId } = own;
  const where = { workspaceId, doorId: door.id, telegramUserId };
  const entry = await TelegramEntry.findOne({ where, lock: true, transaction });
  if (!entry) {
    if (right.kind !== "none") await createEntry(door, found, right, transaction);
    return;
  }
  const isOwn = entry.submissionId === claim.id;
  const isInside = entry.state === "open" || entry.state === "in";
  if (right.kind === "none") {
    // Another claim of the person may be the one that it opened for.
    if (!isOwn || entry.state === "remove" || entry.state === "out") return;
    if (entry.state === "in") return saveProblem(door, entry, right, transaction);
    return entry.destroy({ transaction });
  }
  if (isInside || entry.state === "remove" || entry.state === "out") {
    if (isOwn && entry.problem !== null)
      await entry.update({ problem: null, problemAt: null }, { transaction });
    return;
  }
  if (right.kind === "waits") {
    if (entry.openedByUserId !== null) return;
    if (isOwn && entry.state === "due")
      await entry.update({ state: "waiting", waitsFor: right.for, dueAt: null }, { transaction });
    else if (isOwn && entry.waitsFor !== "account")
      await entry.update({ waitsFor: right.for }, { transaction });
    return;
  }
  if (entry.waitsFor === "account" || (isOwn && isBeingOpened(entry))) return;
  await entry.update({ submissionId: claim.id, ...toDue(right.at) }, { transaction });
  announceDue(TelegramEntry, transaction, Math.max(0, +right.at - Date.now()));
}

const toDue = (at: Date) => ({
  state: "due" as EntryState,
  waitsFor: null,
  dueAt: at,
  leaseToken: null,
  attemptCount: 0,
});

async function createEntry(
  door: TelegramDoor,
  { own, claim, facts }: Found,
  right: Exclude<Right, { kind: "none" }>,
  transaction: Transaction,
): Promise<void> {
  const { workspaceId, telegramUserId } = own;
  const row = {
    workspaceId,
    doorId: door.id,
    telegramUserId,
    submissionId: claim.id,
    accountKey: facts.accountKey,
    attemptCount: 0,
    createdAt: new Date(),
    ...(right.kind === "opens"
      ? toDue(right.at)
      : { state: "waiting" as const, waitsFor: right.for, dueAt: null }),
  };
  try {
    await TelegramEntry.create(row, { transaction });
  } catch (error) {
    if (!(error instanceof UniqueConstraintError)) throw error;
    // Another Telegram account has a claim with the same account at the broker.
    const second = {
      ...row,
      accountKey: null,
      state: "waiting" as const,
      waitsFor: "account" as const,
      dueAt: null,
    };
    await TelegramEntry.create(second, { transaction });
    return tellMembers(door, { problem: null }, transaction);
  }
  if (right.kind === "waits") return tellMembers(door, { problem: null }, transaction);
  announceDue(TelegramEntry, transaction, Math.max(0, +right.at - Date.now()));
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
