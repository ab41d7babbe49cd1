import { retryRead } from "#app/database/connection.server.ts";
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
