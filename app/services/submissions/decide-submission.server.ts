import type { SubmissionStatus, WorkspaceRole } from "#app/lib/domain.ts";
import { NotFound } from "#app/lib/errors.ts";
import type { EventStatus } from "#app/lib/event-state.ts";
import { isId } from "#app/lib/ids.ts";
import type { Submission } from "#app/models/index.server.ts";
import { attemptNow } from "#app/services/deliveries/first-attempts.server.ts";
import type { Access } from "#app/services/workspaces/access.server.ts";
import { getSubmission } from "./get-submission.server.ts";
import { queueDecision } from "./queue-decision.server.ts";
import type { DecisionInput } from "./write-decisions.server.ts";

type Arguments = {
  access: Access;
  submissionId: string;
  input: DecisionInput;
  /** The status that the decision is based on. If it has changed, nothing is decided. */
  expected?: SubmissionStatus;
  /** Of whoever reads the result. */
  role?: WorkspaceRole;
};

/**
 * Changes a submission's status. Marking it handled commits the status with one delivery per connection,
 * then makes the first attempt. Marking it handled again sends nothing; a later amount is a correction.
 * @throws {NotFound} also for another workspace's
 * @throws {Conflict} `already_sent`: an attempt has begun, so the decision stands
 * @throws {Invalid} an amount without a currency
 */
export async function decideSubmission({
  access,
  submissionId,
  input,
  expected,
  role,
}: Arguments): Promise<{ submission: Submission; eventStatus: EventStatus | null }> {
  if (!isId(submissionId)) throw new NotFound("Submission");
  const { workspaceId } = access;
  const decision = { access, submissionId, input, ...(expected && { expected }), isInBackground: false };
  const { kind } = await queueDecision(decision);
  if (kind === "changed" && input.status === "handled") await attemptNow(workspaceId, [submissionId]);
  const submission = await getSubmission({ workspaceId, submissionId, ...(role && { role }) });
  return { submission, eventStatus: submission.eventStatus };
}
