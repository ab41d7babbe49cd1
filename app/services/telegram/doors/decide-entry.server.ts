import { Op } from "sequelize";
import { announceDue } from "#app/database/announcements.server.ts";
import { retryRead } from "#app/database/connection.server.ts";
import { fromNow } from "#app/database/leases.server.ts";
import { Conflict, NotFound } from "#app/lib/errors.ts";
import { Submission, TelegramDoor, TelegramEntry } from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { type Access, changeWorkspace } from "#app/services/workspaces/access.server.ts";
import { readDoorFacts } from "./judge-door.server.ts";

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

/** The claim of another Telegram account with the same account at the broker; null if there is none now. */
async function findSameAccount(
  { workspaceId, doorId }: TelegramEntry,
  claim: Submission,
): Promise<Submission | null> {
  const { accountKey } = await readDoorFacts(claim);
  if (accountKey === null) return null;
  const holder = await retryRead(() => TelegramEntry.findOne({ where: { workspaceId, doorId, accountKey } }));
  return holder && ((await findClaims(workspaceId, [holder])).get(holder.submissionId) ?? null);
}

/**
 * Opens a door for somebody, keeps or removes who is in. Pressing twice changes nothing.
 * @throws {NotFound} · {Conflict} `door_unconfirmed`, `country_not_served`
 */
export function decideEntry({
  access,
  entryId,
  decision,
}: {
  access: Access;
  entryId: string;
  decision: EntryDecision;
}): Promise<TelegramEntry> {
  return changeWorkspace(access, "submissions:write", async ({ id: workspaceId }, transaction) => {
    const entry = await TelegramEntry.findOne({
      where: { id: entryId, workspaceId },
      lock: true,
      transaction,
    });
    if (!entry) throw new NotFound("Person");
    const now = fromNow(0) as unknown as Date;
    if (decision === "keep") {
      if (entry.state === "in" && entry.problem !== null)
        await entry.update({ kept: entry.problem, problem: null, problemAt: null }, { transaction });
      return entry;
    }
    if (decision === "remove") {
      // Nobody is removed whom nothing speaks against.
      if (entry.state !== "in" || entry.problem === null) return entry;
      await entry.update({ state: "remove", dueAt: now, leaseToken: null, attemptCount: 0 }, { transaction });
      announceDue(TelegramEntry, transaction);
      return entry;
    }
    if (entry.state !== "waiting") return entry;
    if (entry.waitsFor === "confirmation")
      throw new Conflict("door_unconfirmed", messages.telegram.needsConfirmation);
    if (entry.waitsFor === "country")
      throw new Conflict("country_not_served", messages.telegram.countryNotServed);
    await entry.update(
      {
        state: "due",
        waitsFor: null,
        openedByUserId: access.userId,
        dueAt: now,
        leaseToken: null,
        attemptCount: 0,
      },
      { transaction },
    );
    announceDue(TelegramEntry, transaction);
    return entry;
  });
}
