import { type DecisionReason, decisionReasonTexts, optInNouns } from "#app/lib/domain.ts";
import { displayMoney, formatAmount } from "#app/lib/money.ts";
import { formatPhone } from "#app/lib/read-phone.ts";
import type { ColumnFor } from "#app/lib/submission-columns.ts";
import type { OptInForm } from "#app/models/opt-in-form.server.ts";
import type { Submission } from "#app/models/submission.server.ts";
import type { GetName } from "./submission.ts";

type ShownColumn = ColumnFor<"shown">;
type RecordedColumns = Pick<Submission, Exclude<ShownColumn, ColumnFor<"later">>>;

/** What was just recorded, as texts. */
export function presentRecorded({ action, amount, currency, platformName, email, phone }: RecordedColumns) {
  const noun = optInNouns[action];
  const confirmed = amount && currency ? `${displayMoney(amount, currency)} ${noun.toLowerCase()}` : noun;
  return { confirmed, platform: platformName, email, phone: formatPhone(phone) };
}

/** Why it was rejected, if the owner lets the visitor know. */
function reasonFor({
  decisionReason,
  decisionReasonText,
  showsReason,
}: Pick<Submission, ShownColumn>): string | null {
  if (!showsReason || decisionReason === null) return null;
  const ownWords = decisionReasonText || null;
  if (decisionReason === "other") return ownWords;
  return [decisionReasonTexts[decisionReason as DecisionReason], ownWords].filter(Boolean).join(": ");
}

/** A submission for its visitor, with the form's texts. */
export function presentConfirmation(
  { submission, form }: { submission: Pick<Submission, ShownColumn | "deliveries">; form: OptInForm },
  isNew: boolean,
  getName: GetName,
) {
  const { amount, currency, platformName: name, email, phone, createdAt, status, withdrawnAt } = submission;
  const { slug, logo, ownerName, action, title, allowRepeat, successMessage, redirectUrl } = form;
  return {
    form: { slug, logo, ownerName, action, title, allowRepeat, successMessage, redirectUrl },
    confirmation: {
      recorded: {
        amount: amount && currency ? formatAmount(amount, currency) : null,
        currency,
        platformName: name,
        email,
        phone: formatPhone(phone),
        at: createdAt.toISOString(),
      },
      isNew: isNew && withdrawnAt === null,
      status,
      reason: reasonFor(submission),
      reference: submission.reference,
      withdrawnAt: withdrawnAt?.toISOString() ?? null,
      passedOnTo: (submission.deliveries ?? [])
        .filter(({ state }) => state === "sent")
        .map(({ adPlatform }) => getName(adPlatform)),
    },
  };
}
