import { formatAmount } from "#app/lib/money.ts";
import type { OptInForm } from "#app/models/opt-in-form.server.ts";
import type { Submission } from "#app/models/submission.server.ts";
import type { NameOf } from "./submission.ts";

/** A submission for its visitor, with the form's texts. */
export function presentConfirmation(
  { submission, form }: { submission: Submission; form: OptInForm },
  isNew: boolean,
  nameOf: NameOf,
) {
  const { amount, currency, platformName: name, email, createdAt, status, withdrawnAt } = submission;
  const { logo, ownerName, action, title, successMessage, redirectUrl } = form;
  return {
    form: { logo, ownerName, action, title, successMessage, redirectUrl },
    confirmation: {
      recorded: {
        amount: amount && currency ? formatAmount(amount, currency) : null,
        currency,
        platformName: name,
        email,
        at: createdAt.toISOString(),
        zone: "UTC",
      },
      isNew: isNew && withdrawnAt === null,
      status,
      withdrawnAt: withdrawnAt?.toISOString() ?? null,
      passedOnTo: (submission.deliveries ?? [])
        .filter(({ state }) => state === "sent")
        .map(({ adPlatform }) => nameOf(adPlatform)),
    },
  };
}
