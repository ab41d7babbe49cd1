import { Op } from "sequelize";
import { NotFound } from "#app/lib/errors.ts";
import { sha256 } from "#app/lib/random.server.ts";
import { isSignature, sign } from "#app/lib/secrets.server.ts";
import { Delivery, inTransaction, OptInForm, reading, Submission } from "#app/models/index.server.ts";
import { addToTotals } from "#app/models/totals.server.ts";
import { updateEventStatus } from "../deliveries/event-status.server.ts";

/** The visitor's own key to what they confirmed: the submission's id and our signature under it. Kept nowhere. */
export function privateToken(submissionId: string): string {
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
 * What a visitor confirmed, behind their private link.
 * @throws {NotFound} for a link that is not ours, or not of this form
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
  const submission = await reading(() =>
    Submission.findOne({
      where: { id: submissionId },
      include: [{ model: Delivery, as: "deliveries", separate: true }],
    }),
  );
  const form =
    submission && (await reading(() => OptInForm.findOne({ where: { id: submission.formId, slug } })));
  if (!submission || !form) throw new NotFound("Link");
  return { submission, form };
}

/**
 * Takes a confirmation back: nothing more is sent, and the address may confirm again. One that still waited for the owner's check no
 * longer does: it becomes rejected. Again changes nothing.
 */
export async function withdrawSubmission(submissionId: string): Promise<void> {
  await inTransaction(async (transaction) => {
    const submission = await Submission.findByPk(submissionId, { transaction, lock: true });
    if (!submission || submission.withdrawnAt) return;
    // A copy: `plain` alone gives the row's own values, which the update changes.
    const before = { ...submission.get({ plain: true }) };
    const status = before.status === "pending" ? "rejected" : before.status;
    await submission.update(
      {
        status,
        withdrawnAt: new Date(),
        onceEmail: null,
        // The same visitor's next confirmation is a new one, not this one once more.
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
      { where: { submissionId, state: { [Op.in]: ["queued", "retrying", "parked"] } }, transaction },
    );
    await updateEventStatus(submissionId, transaction);
  });
}
