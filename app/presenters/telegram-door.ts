import type { Submission } from "#app/models/submission.server.ts";
import type { TelegramDoor } from "#app/models/telegram-door.server.ts";
import type { TelegramEntry } from "#app/models/telegram-entry.server.ts";
import type { DoorResponse, PresentedDueEntry } from "#app/schemas/telegram-doors.ts";

export const presentDoor = ({
  door,
  cameThrough,
  due,
}: {
  door: TelegramDoor;
  cameThrough: number;
  due: number;
}): DoorResponse => ({
  id: door.id,
  chatId: door.chatId,
  title: door.title,
  needs: { state: door.needs, platformId: door.platformId },
  text: JSON.parse(door.texts),
  problem: door.problem,
  confirmedAt: door.confirmedAt?.toISOString() ?? null,
  confirmedBy: door.confirmedByName,
  cameThrough,
  due,
});

type DueEntryRows = { entry: TelegramEntry; door: TelegramDoor; claim: Submission; other: Submission | null };

/** Somebody about whom a member decides. Who it is at Telegram stays here. */
export const presentDueEntry = ({ entry, door, claim, other }: DueEntryRows): PresentedDueEntry => ({
  id: entry.id,
  isIn: entry.state === "in",
  reason: entry.state === "in" ? entry.problem : entry.waitsFor,
  since: (entry.problemAt ?? entry.createdAt).toISOString(),
  door: { id: door.id, title: door.title },
  claim: presentClaimOf(claim),
  other: other && presentClaimOf(other),
});
const presentClaimOf = ({ id, email }: Submission) => ({ id, email });
