import { Op, type Transaction } from "sequelize";
import { inTransaction, retryRead } from "#app/database/connection.server.ts";
import { updateTotals } from "#app/database/queries/totals.server.ts";
import { type AccountNumber, readAccountNumber } from "#app/lib/account-number.ts";
import type { SkipReason } from "#app/lib/domain.ts";
import { NotFound } from "#app/lib/errors.ts";
import { DELIVERY_OPEN_STATES } from "#app/lib/event-state.ts";
import { sha256 } from "#app/lib/random.server.ts";
import { isSignature, sign } from "#app/lib/secrets.server.ts";
import { Delivery, OptInForm, Platform, Submission } from "#app/models/index.server.ts";
import { readDeliverySummary } from "../deliveries/event-status.server.ts";
import { lockConnections } from "../deliveries/lock-connections.server.ts";
import { recordEvents } from "../domain-events/record-events.server.ts";
import { findFormBySlug } from "../opt-in-forms/form-slugs.server.ts";
import { appendProof } from "../proof/append-proof.server.ts";
import { sharingEnded, withdrawn } from "../proof/facts.ts";

/** The token of the private link: the submission's id and our signature of it. It is not stored. */
export function createPrivateToken(submissionId: string): string {
  const id = Buffer.from(submissionId.replaceAll("-", ""), "hex").toString("base64url");
  return `${id}.${sign("private-link", submissionId)}`;
}

function readSubmissionId(token: string): string | null {
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
}): Promise<{ submission: Submission; form: OptInForm; account: AccountNumber | null }> {
  const submissionId = readSubmissionId(token);
  if (!submissionId) throw new NotFound("Link");
  const submission = await retryRead(() =>
    Submission.findOne({
      where: { id: submissionId },
      include: [{ model: Delivery, as: "deliveries", separate: true }],
    }),
  );
  if (!submission || submission.erasedAt) throw new NotFound("Link");
  // Also by earlier slugs, because the link may be older than the current one.
  const { workspaceId, platformId, formId } = submission;
  const found = await findFormBySlug(slug);
  if (found?.workspaceId !== workspaceId) throw new NotFound("Link");
  // Another form of the workspace may have the slug since.
  const form =
    found.id === formId
      ? found
      : await retryRead(() => OptInForm.findOne({ where: { id: formId, workspaceId } }));
  if (!form) throw new NotFound("Link");
  const platform = await retryRead(() => Platform.findOne({ where: { id: platformId, workspaceId } }));
  return { submission, form, account: platform && readAccountNumber(platform) };
}

type OwnClaim = { workspaceId: string; submissionId: string };

/**
 * Withdraws a submission: nothing more is sent, and the email can confirm again. A pending one becomes
 * rejected. Withdrawing twice changes nothing.
 */
export async function withdrawSubmission({ workspaceId, submissionId }: OwnClaim): Promise<void> {
  await inTransaction(async (transaction) => {
    const submission = await lockOwn({ workspaceId, submissionId }, transaction);
    if (!submission) return;
    await skipOpenDeliveries(submission, "withdrawn", transaction);
    // A copy, because `plain` returns the values that the update changes.
    const before = { ...submission.get({ plain: true }) };
    const status = before.status === "pending" ? "rejected" : before.status;
    const summary = await readDeliverySummary(submission, status, transaction);
    const withdrawnAt = new Date();
    await appendProof(submission, withdrawn(withdrawnAt), transaction);
    await submission.update(
      {
        status,
        ...summary,
        withdrawnAt,
        uniqueEmail: null,
        // Frees the key, so that the visitor's next confirmation is a new one.
        submissionKey: sha256(`withdrawn:${submission.id}`),
        version: before.version + 1,
      },
      { transaction },
    );
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
    await updateTotals([{ from: before, to: { ...before, status, ...summary, withdrawnAt } }], transaction);
  });
}

/**
 * Ends the sharing of a submission with ad platforms: nothing more is sent there, and the claim stays as it is.
 * Ending it twice changes nothing, and nor does ending that of a withdrawn or erased one.
 */
export async function endSharing({ workspaceId, submissionId }: OwnClaim): Promise<void> {
  await inTransaction(async (transaction) => {
    const submission = await lockOwn({ workspaceId, submissionId }, transaction);
    if (!submission || submission.sharingEndedAt || submission.erasedAt) return;
    await skipOpenDeliveries(submission, "not_shared", transaction);
    const before = { ...submission.get({ plain: true }) };
    const summary = await readDeliverySummary(submission, before.status, transaction);
    const sharingEndedAt = new Date();
    await appendProof(submission, sharingEnded(sharingEndedAt), transaction);
    await submission.update(
      // Nothing is sent, so nothing expires.
      { ...summary, sharingEndedAt, sendBefore: null, version: before.version + 1 },
      { transaction },
    );
    const event = { type: "submission.sharingEnded" as const, workspaceId, subjectId: submissionId };
    await recordEvents([{ ...event, payload: {} }], transaction);
    await updateTotals([{ from: before, to: { ...before, ...summary } }], transaction);
  });
}

/** The locked submission of a visitor; null if it is gone or withdrawn. */
async function lockOwn(
  { workspaceId, submissionId }: OwnClaim,
  transaction: Transaction,
): Promise<Submission | null> {
  const submission = await Submission.findOne({
    where: { id: submissionId, workspaceId },
    transaction,
    lock: true,
  });
  return submission?.withdrawnAt ? null : submission;
}

/** Skips what is not handed over yet. Events whose result is still asked for keep it. */
async function skipOpenDeliveries(
  { id: submissionId, workspaceId }: Submission,
  skipReason: SkipReason,
  transaction: Transaction,
): Promise<void> {
  await lockConnections(workspaceId, "shared", transaction);
  await Delivery.update(
    { state: "skipped", skipReason, dueAt: null, updatedAt: new Date() },
    {
      where: { workspaceId, submissionId, state: { [Op.in]: DELIVERY_OPEN_STATES }, receipt: null },
      transaction,
    },
  );
}
