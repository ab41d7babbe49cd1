import type { Transaction } from "sequelize";
import { announceDue } from "#app/database/announcements.server.ts";
import { retryRead } from "#app/database/connection.server.ts";
import { fromNow } from "#app/database/leases.server.ts";
import { type Submission, TelegramClaim } from "#app/models/index.server.ts";

/** Adds to claims the chat that they were made or continued in. */
export async function addTelegramClaims(claims: readonly Submission[]): Promise<void> {
  if (claims.length === 0) return;
  const found = await retryRead(() =>
    TelegramClaim.findAll({
      where: {
        submissionId: claims.map(({ id }) => id),
        workspaceId: [...new Set(claims.map(({ workspaceId }) => workspaceId))],
      },
    }),
  );
  const byClaim = new Map(found.map((one) => [one.submissionId, one]));
  for (const claim of claims) claim.telegram = byClaim.get(claim.id) ?? null;
}

type NewClaim = Pick<
  TelegramClaim,
  "submissionId" | "workspaceId" | "botId" | "telegramUserId" | "startId" | "language" | "link" | "startedAt"
>;

/** Keeps whose claim it is in a chat, and has its doors looked at. One that is kept already stays as it is. */
export async function keepTelegramClaim(claim: NewClaim, transaction: Transaction): Promise<void> {
  const { submissionId, workspaceId } = claim;
  if (await TelegramClaim.findOne({ where: { submissionId, workspaceId }, transaction })) return;
  const due = { state: "queued" as const, dueAt: fromNow(0) as unknown as Date, attemptCount: 0 };
  await TelegramClaim.create({ ...claim, ...due, createdAt: new Date() }, { transaction });
  announceDue(TelegramClaim, transaction);
}
