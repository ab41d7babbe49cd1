import type { Submission, TelegramDoor } from "#app/models/index.server.ts";
import { TelegramClaim, TelegramEntry } from "#app/models/index.server.ts";

/** Somebody at a door, whom no program has looked at. */
export async function createEntry(
  { id: doorId, workspaceId, botId }: TelegramDoor,
  { id: submissionId }: Submission,
  { telegramUserId, ...values }: Partial<TelegramEntry> & { telegramUserId: string },
): Promise<TelegramEntry> {
  const now = new Date();
  await TelegramClaim.create({
    submissionId,
    workspaceId,
    botId,
    telegramUserId,
    language: "en",
    state: "idle",
    dueAt: null,
    attemptCount: 0,
    createdAt: now,
  });
  return TelegramEntry.create({
    workspaceId,
    doorId,
    telegramUserId,
    submissionId,
    state: "waiting",
    waitsFor: "evidence",
    dueAt: null,
    attemptCount: 0,
    createdAt: now,
    ...values,
  });
}
