import { Op, type Transaction, UniqueConstraintError } from "sequelize";
import { announceDue } from "#app/database/announcements.server.ts";
import { retryRead } from "#app/database/connection.server.ts";
import { fromNow } from "#app/database/leases.server.ts";
import { Conflict, NotFound } from "#app/lib/errors.ts";
import { Submission, TelegramDoor, TelegramEntry } from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { type Access, changeWorkspace } from "#app/services/workspaces/access.server.ts";
import { readDoorFacts } from "./judge-door.server.ts";
import { isAccountTaken } from "./taken-account.server.ts";

export type EntryDecision = "open" | "keep" | "remove";

/** Somebody at a door about whom a member decides, with the claim that says who it is. */
export type DueEntry = {
  entry: TelegramEntry;
  door: TelegramDoor;
  claim: Submission;
  /** With the same account at the broker, for which the door has opened already. */
  other: Submission | null;
};

const DUE_MAX = 100;

/** Who waits at doors, and who is in although something speaks against the claim; the oldest first. */
export async function listDueEntries(
  workspaceId: string,
  { page, limit }: { page: number; limit: number } = { page: 1, limit: DUE_MAX },
): Promise<DueEntry[]> {
  const doors = await retryRead(() => TelegramDoor.findAll({ where: { workspaceId, archivedAt: null } }));
  const entries = await retryRead(() =>
    TelegramEntry.findAll({
      where: {
        workspaceId,
        doorId: doors.map(({ id }) => id),
        [Op.or]: [{ state: "waiting" }, { state: "in", problem: { [Op.ne]: null } }],
      },
      order: [
        ["createdAt", "ASC"],
        ["id", "ASC"],
      ],
      limit,
      offset: (page - 1) * limit,
    }),
  );
  const claims = await findClaims(workspaceId, entries);
  const due: DueEntry[] = [];
  for (const entry of entries) {
    const door = doors.find(({ id }) => id === entry.doorId);
    const claim = claims.get(entry.submissionId);
    if (!door || !claim) continue;
    const other = entry.waitsFor === "account" ? await findSameAccount(entry, claim) : null;
    due.push({ entry, door, claim, other });
  }
  return due;
}

async function findClaims(
  workspaceId: string,
  entries: readonly TelegramEntry[],
): Promise<Map<string, Submission>> {
  const id = entries.map(({ submissionId }) => submissionId);
  const claims = await retryRead(() => Submission.findAll({ where: { workspaceId, id } }));
  return new Map(claims.map((claim) => [claim.id, claim]));
}

/** The claim of another Telegram account with the same account at the broker; null if no other has it now. */
async function findSameAccount(
  { workspaceId, doorId }: TelegramEntry,
  claim: Submission,
): Promise<Submission | null> {
  const { accountKey } = await readDoorFacts(claim);
  if (accountKey === null) return null;
  const holder = await retryRead(() => TelegramEntry.findOne({ where: { workspaceId, doorId, accountKey } }));
  return holder && ((await findClaims(workspaceId, [holder])).get(holder.submissionId) ?? null);
}

type Deciding = { access: Access; entryId: string; decision: EntryDecision };

/**
 * Opens a door for somebody, keeps or removes who is in. Pressing twice changes nothing. A member who has not seen yet
 * that the account opens the door for another Telegram account is shown both first.
 * @throws {NotFound} · {Conflict} `door_unconfirmed`, `country_not_served`
 */
export async function decideEntry(deciding: Deciding): Promise<TelegramEntry> {
  const { access, entryId, decision } = deciding;
  const asked = decision === "open" ? await readAccount(access.workspaceId, entryId) : null;
  try {
    return await changeWorkspace(access, "doors:decide", async ({ id: workspaceId }, transaction) => {
      const where = { id: entryId, workspaceId };
      const entry = await TelegramEntry.findOne({ where, lock: true, transaction });
      if (!entry) throw new NotFound("Person");
      if (decision === "keep") return keep(entry, transaction);
      if (decision === "remove") return remove(entry, transaction);
      return open(entry, { access, asked }, transaction);
    });
  } catch (error) {
    if (!(error instanceof UniqueConstraintError)) throw error;
    // Another claim took the account at the same moment, and is found now.
    return decideEntry(deciding);
  }
}

/** Of the claim that an entry is for at this moment. */
type AskedAccount = { submissionId: string; accountKey: string | null };

async function readAccount(workspaceId: string, id: string): Promise<AskedAccount | null> {
  const entry = await retryRead(() => TelegramEntry.findOne({ where: { id, workspaceId } }));
  const claim = entry && (await findClaims(workspaceId, [entry])).get(entry.submissionId);
  return claim ? { submissionId: claim.id, accountKey: (await readDoorFacts(claim)).accountKey } : null;
}

async function keep(entry: TelegramEntry, transaction: Transaction): Promise<TelegramEntry> {
  if (entry.state !== "in" || entry.problem === null) return entry;
  return entry.update({ kept: entry.problem, problem: null, problemAt: null }, { transaction });
}

/** Nobody is removed whom nothing speaks against. */
async function remove(entry: TelegramEntry, transaction: Transaction): Promise<TelegramEntry> {
  if (entry.state !== "in" || entry.problem === null) return entry;
  announceDue(TelegramEntry, transaction);
  return entry.update({ state: "remove", ...dueNow() }, { transaction });
}

const dueNow = () => ({ dueAt: fromNow(0) as unknown as Date, leaseToken: null, attemptCount: 0 });

async function open(
  entry: TelegramEntry,
  { access, asked }: { access: Access; asked: AskedAccount | null },
  transaction: Transaction,
): Promise<TelegramEntry> {
  const { workspaceId, doorId, id, waitsFor } = entry;
  // Another claim of the person stands in its place by now.
  if (entry.state !== "waiting" || asked?.submissionId !== entry.submissionId) return entry;
  if (waitsFor === "confirmation")
    throw new Conflict("door_unconfirmed", messages.telegram.needsConfirmation);
  if (waitsFor === "country") throw new Conflict("country_not_served", messages.telegram.countryNotServed);
  const { accountKey } = asked;
  const isTaken = await isAccountTaken({ workspaceId, doorId, accountKey, id }, transaction);
  if (isTaken && waitsFor !== "account")
    return entry.update({ waitsFor: "account", accountKey: null }, { transaction });
  announceDue(TelegramEntry, transaction);
  return entry.update(
    {
      state: "due",
      waitsFor: null,
      accountKey: isTaken ? null : accountKey,
      openedByUserId: access.userId,
      ...dueNow(),
    },
    { transaction },
  );
}
