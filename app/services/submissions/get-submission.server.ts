import { retryRead } from "#app/database/connection.server.ts";
import { NotFound } from "#app/lib/errors.ts";
import { isId } from "#app/lib/ids.ts";
import {
  Commission,
  Correction,
  Delivery,
  DeliveryAttempt,
  Submission,
  User,
} from "#app/models/index.server.ts";

/**
 * One of the workspace's submissions with the whole history of its deliveries.
 * @throws {NotFound} also for another workspace's
 */
export async function getSubmission({
  workspaceId,
  submissionId,
}: {
  workspaceId: string;
  submissionId: string;
}): Promise<Submission> {
  if (!isId(submissionId)) throw new NotFound("Submission");
  const submission = await retryRead(() =>
    Submission.findOne({
      where: { id: submissionId, workspaceId },
      include: [
        {
          model: Delivery,
          as: "deliveries",
          separate: true,
          include: [{ model: DeliveryAttempt, as: "attempts", separate: true, order: [["number", "ASC"]] }],
        },
        { model: Commission, as: "commission", required: false },
        {
          model: Correction,
          as: "corrections",
          separate: true,
          order: [["createdAt", "ASC"]],
          include: [{ model: User, as: "user", attributes: ["id", "name"], required: false }],
        },
      ],
    }),
  );
  if (!submission) throw new NotFound("Submission");
  submission.decidedBy = await findDecider(submission);
  return submission;
}

async function findDecider({ decidedByUserId }: Submission): Promise<{ id: string; name: string } | null> {
  if (decidedByUserId === null) return null;
  const user = await retryRead(() => User.findByPk(decidedByUserId, { attributes: ["id", "name"] }));
  return user ? { id: user.id, name: user.name } : null;
}

/** Like `getSubmission`, but null if it does not exist. */
export async function findSubmission(args: {
  workspaceId: string;
  submissionId: string;
}): Promise<Submission | null> {
  try {
    return await getSubmission(args);
  } catch (error) {
    if (error instanceof NotFound) return null;
    throw error;
  }
}
