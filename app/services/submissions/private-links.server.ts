import { Op } from "sequelize";
import { inTransaction, retryRead } from "#app/database/connection.server.ts";
import { addToTotals } from "#app/database/queries/totals.server.ts";
import { DELIVERY_OPEN_STATES } from "#app/lib/domain.ts";
import { NotFound } from "#app/lib/errors.ts";
import { sha256 } from "#app/lib/random.server.ts";
import { isSignature, sign } from "#app/lib/secrets.server.ts";
import { Delivery, OptInForm, Submission } from "#app/models/index.server.ts";
import { updateEventStatus } from "../deliveries/event-status.server.ts";
import { recordEvents } from "../domain-events/record-events.server.ts";

/** The token of the private link: the submission's id and our signature of it. It is not stored. */
export function createPrivateToken(submissionId: string): string {
  const id = Buffer.from(submissionId.replaceAll("-", ""), "hex").toString("base64url");
  return `${id}.${sign("private-link", submissionId)}`;
}

function submissionIdOf(token: string): string | null {
  const [id = "", signature = ""] = token.split(".");
  const hex = Buffer.from(id, "base64url").toString("hex");
  if (hex.length !== 32) return null;
  const submissionId = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  return isSignature("private-link", submissionId, signature) ? submissionId : null;
}

/**
 * The submission of a private link.
 * @throws {NotFound} for an invalid link, or another form's
 */
export async function getByPrivateLink({
  slug,
  token,
}: {
  slug: string;
  token: string;
}): Promise<{ submission: Submission; form: OptInForm }> {
  const submissionId = submissionIdOf(token);
  if (!submissionId) throw new NotFound("Link");
  const submission = await retryRead(() =>
    Submission.findOne({
      where: { id: submissionId },
      include: [{ model: Delivery, as: "deliveries", separate: true }],
    }),
  );
  const form =
    submission && (await retryRead(() => OptInForm.findOne({ where: { id: submission.formId, slug } })));
  if (!submission || !form) throw new NotFound("Link");
  return { submission, form };
}

/**
 * Withdraws a submission: nothing more is sent, and the email can confirm again. A pending one becomes
 * rejected. Withdrawing twice changes nothing.
 */
export async function withdrawSubmission(submissionId: string): Promise<void> {
  await inTransaction(async (transaction) => {
    const submission = await Submission.findByPk(submissionId, { transaction, lock: true });
    if (!submission || submission.withdrawnAt) return;
    // A copy, because `plain` returns the values that the update changes.
    const before = { ...submission.get({ plain: true }) };
    const status = before.status === "pending" ? "rejected" : before.status;
    await submission.update(
      {
        status,
        withdrawnAt: new Date(),
        onceEmail: null,
        // Frees the key, so that the visitor's next confirmation is a new one.
        submissionKey: sha256(`withdrawn:${submission.id}`),
        version: before.version + 1,
      },
      { transaction },
    );
    if (status !== before.status) {
      await addToTotals([before], -1, transaction);
      await addToTotals([{ ...before, status }], 1, transaction);
    }
    await Delivery.update(
      { state: "skipped", dueAt: null, updatedAt: new Date() },
      { where: { submissionId, state: { [Op.in]: DELIVERY_OPEN_STATES }, receipt: null }, transaction },
    );
    await updateEventStatus(submissionId, transaction);
    const { workspaceId } = submission;
    await recordEvents(
      [
        {
          type: "submission.withdrawn",
          workspaceId,
          subjectId: submissionId,
          payload: { from: before.status },
        },
      ],
      transaction,
    );
  });
}
