import { formatAmount } from "#app/lib/money.ts";
import type { Submission } from "#app/models/submission.server.ts";
import type { PersonClaim } from "#app/schemas/people.ts";
import type { GetName } from "./submission.ts";

/** A claim of a person: what was claimed, what it was agreed to with, and where it went. */
export function presentPersonClaim(submission: Submission, getName: GetName): PersonClaim {
  const amount = submission.verifiedAmount ?? submission.amount;
  const currency = submission.verifiedCurrency ?? submission.currency;
  const { id, formId, platformName, status, email, phone, consentText } = submission;
  return {
    _id: id,
    formId,
    platformName,
    status,
    email,
    phone,
    consentText,
    createdAt: submission.createdAt.toISOString(),
    withdrawnAt: submission.withdrawnAt?.toISOString() ?? null,
    sharingEndedAt: submission.sharingEndedAt?.toISOString() ?? null,
    amount: amount && currency ? formatAmount(amount, currency) : null,
    currency: amount && currency ? currency : null,
    consentAt: submission.consentAt.toISOString(),
    deliveries: (submission.deliveries ?? []).map((delivery) => ({
      id: delivery.id,
      state: delivery.state,
      eventId: delivery.eventId,
      platformName: getName(delivery.adPlatform),
      attempts: delivery.attemptCount,
    })),
  };
}
