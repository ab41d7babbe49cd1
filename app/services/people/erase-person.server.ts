import { retryRead } from "#app/database/connection.server.ts";
import { Invalid } from "#app/lib/errors.ts";
import { Delivery, Submission } from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { eraseClaim } from "./erase-claims.server.ts";
import { wherePerson } from "./find-person.server.ts";

export type Erasure = {
  erased: number;
  /** Claims whose event is being sent at this moment. */
  waiting: number;
  /** The ids of the ad platforms that have got data of them. */
  adPlatforms: string[];
};

/**
 * Erases the person of every claim with an email or a phone number.
 * @throws {Invalid} for what is neither
 */
export async function erasePerson({
  workspaceId,
  search,
}: {
  workspaceId: string;
  search: string;
}): Promise<Erasure> {
  const where = await wherePerson({ workspaceId, search });
  if (!where) throw new Invalid([{ field: "search", message: messages.people.searchShape }]);
  const claims = await retryRead(() => Submission.findAll({ where, attributes: ["id"] }));
  const adPlatforms = await findRecipients(
    workspaceId,
    claims.map(({ id }) => id),
  );
  let erased = 0;
  for (const { id: submissionId } of claims) if (await eraseClaim({ workspaceId, submissionId })) erased += 1;
  return { erased, waiting: claims.length - erased, adPlatforms };
}

/** Who has got events of these claims, accepted or not. */
async function findRecipients(workspaceId: string, submissionIds: string[]): Promise<string[]> {
  const deliveries = await retryRead(() =>
    Delivery.findAll({
      where: { workspaceId, submissionId: submissionIds },
      attributes: ["adPlatform", "attemptCount"],
    }),
  );
  const sent = deliveries.filter(({ attemptCount }) => attemptCount > 0);
  return [...new Set(sent.map(({ adPlatform }) => adPlatform))].sort();
}
