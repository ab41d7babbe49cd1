import { retryRead } from "#app/database/connection.server.ts";
import { Invalid } from "#app/lib/errors.ts";
import { Submission } from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { eraseClaim } from "#app/services/people/erase-claims.server.ts";
import { findDataRecipients, wherePerson } from "#app/services/people/find-person.server.ts";
import type { Access } from "#app/services/workspaces/access.server.ts";
import { createBulkJob } from "./create-bulk-job.server.ts";

export type Erasure = {
  erased: number;
  /** Claims whose event is being sent at this moment. */
  waiting: number;
  /** The ids of the ad platforms that have got data of them. */
  adPlatforms: string[];
  /** The job that erases them in the background; null if it is done. */
  job: { id: string; total: number } | null;
};

/** Up to this many are erased before it returns. */
const AT_ONCE = 100;

/**
 * Erases the person of every claim with an email or a phone number: up to a hundred claims at once, more in
 * the background.
 * @throws {Invalid} for what is neither
 */
export async function erasePerson({ access, search }: { access: Access; search: string }): Promise<Erasure> {
  const { workspaceId } = access;
  const where = await wherePerson({ workspaceId, search });
  if (!where) throw new Invalid([{ field: "search", message: messages.people.searchShape }]);
  const claims = await retryRead(() =>
    Submission.findAll({ where, attributes: ["id"], limit: AT_ONCE + 1, raw: true }),
  );
  const adPlatforms = await findDataRecipients(workspaceId, where);
  if (claims.length > AT_ONCE) {
    // A claim that waited counts as rejected.
    const decision = { status: "rejected" as const };
    const job = await createBulkJob({ access, kind: "erase", decision, where });
    return { erased: 0, waiting: 0, adPlatforms, job };
  }
  let erased = 0;
  for (const { id: submissionId } of claims)
    if (await eraseClaim({ workspaceId, submissionId, access })) erased += 1;
  return { erased, waiting: claims.length - erased, adPlatforms, job: null };
}
