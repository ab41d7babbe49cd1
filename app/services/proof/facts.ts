import { formatAmount } from "#app/lib/money.ts";
import { pick } from "#app/lib/objects.ts";
import type { ProofRecord } from "#app/lib/proof/proof-file.ts";
import { type ColumnFor, columnsFor } from "#app/lib/submission-columns.ts";
import type { Delivery } from "#app/models/delivery.server.ts";
import type { DeliveryAttempt } from "#app/models/delivery-attempt.server.ts";
import type { Submission } from "#app/models/submission.server.ts";

type Values = Record<string, string | null>;

/** An event of a submission. The record has personal values only as salted hashes. */
export type ProofFact = Pick<ProofRecord, "kind" | "facts"> & {
  at: Date;
  personal: Values;
  /** The text that is in the record as an HMAC only, with the entry's salt as the key. */
  rows?: string | null;
};

const PROVEN = columnsFor("proven");

type ProvenColumns = Pick<Submission, ColumnFor<"proven">>;

type ProvenSubmission = ProvenColumns &
  Pick<Submission, "formId" | "platformName" | "action" | "amount" | "currency" | "createdAt" | "consentAt">;

export const pickPersonal = (submission: ProvenColumns): Values => pick(submission, PROVEN);

const money = (amount: string | null, currency: string | null) => ({
  amount: amount && currency ? formatAmount(amount, currency) : null,
  currency: amount ? currency : null,
});

/** @param firstSeenAt when the visitor first opened the form, where that is known */
export function submitted(submission: ProvenSubmission, firstSeenAt: Date | null): ProofFact {
  const { formId, platformName, action, amount, currency, createdAt, consentAt } = submission;
  return {
    kind: "submitted",
    at: createdAt,
    facts: {
      formId,
      platformName,
      action,
      ...money(amount, currency),
      firstSeenAt: firstSeenAt?.toISOString() ?? null,
      consentAt: consentAt.toISOString(),
    },
    personal: pickPersonal(submission),
  };
}

type Decision = {
  from: string;
  to: string;
  amount: string | null;
  currency: string | null;
  /** The connected ad platforms that the consent does not cover: they get no event. */
  notCovered?: string[];
  /** The rows of a statement that it was decided by, and who did it. */
  statement?: { fileName: string; lines: number[]; rows: string | null; by: string | null } | undefined;
  /** What the broker called back or answered, where it rests on that. */
  evidence?: { source: string; kind: string; receivedAt: Date }[] | undefined;
  decider?: { kind: "member" | "key" | "rule" };
  at: Date;
};

/** "postback deposit 2026-11-29T14:02:00.000Z" */
const nameEvidence = ({ source, kind, receivedAt }: NonNullable<Decision["evidence"]>[number]) =>
  [source, kind, receivedAt.toISOString()].join(" ");

export const decided = ({
  from,
  to,
  amount,
  currency,
  notCovered = [],
  statement,
  evidence = [],
  decider,
  at,
}: Decision): ProofFact => ({
  kind: "decided",
  at,
  facts: {
    from,
    to,
    ...money(amount, currency),
    ...(notCovered.length > 0 ? { notCovered: notCovered.toSorted().join(" ") } : {}),
    ...(statement ? { lines: statement.lines.join(", ") } : {}),
    // Whom else a decision is of stands in its own record.
    ...(decider?.kind === "rule" ? { by: decider.kind } : {}),
    ...(evidence.length > 0 ? { evidence: evidence.map(nameEvidence).join(", ") } : {}),
  },
  // Files are named after people.
  personal: statement ? { decidedBy: statement.by, statement: statement.fileName } : {},
  rows: statement?.rows ?? null,
});

export const corrected = (amount: string | null, currency: string | null, at: Date): ProofFact => ({
  kind: "corrected",
  at,
  facts: money(amount, currency),
  personal: {},
});

/** An event that was not sent, because the owner has said since the decision that the consent does not cover it. */
export const uncovered = (
  { adPlatform, eventId }: Pick<Delivery, "adPlatform" | "eventId">,
  at: Date,
): ProofFact => ({ kind: "skipped", at, facts: { adPlatform, eventId, reason: "consent" }, personal: {} });

export const referenceChanged = (reference: string, at: Date): ProofFact => ({
  kind: "answered",
  at,
  facts: {},
  personal: { reference },
});

export const withdrawn = (at: Date): ProofFact => ({ kind: "withdrawn", at, facts: {}, personal: {} });

export const sharingEnded = (at: Date): ProofFact => ({ kind: "sharing_ended", at, facts: {}, personal: {} });

export const erased = (at: Date): ProofFact => ({ kind: "erased", at, facts: {}, personal: {} });

type Attempt = Pick<
  DeliveryAttempt,
  "number" | "at" | "outcome" | "httpStatus" | "platformCode" | "traceId" | "request" | "response"
>;

export const personalOfAttempt = ({ request, response }: Pick<Attempt, "request" | "response">): Values => ({
  request,
  response,
});

export function attempted(
  { adPlatform, eventId }: Pick<Delivery, "adPlatform" | "eventId">,
  { number, at, outcome, httpStatus, platformCode, traceId, request, response }: Attempt,
): ProofFact {
  return {
    kind: "attempted",
    at,
    facts: { adPlatform, eventId, attempt: number, outcome, httpStatus, platformCode, traceId },
    personal: personalOfAttempt({ request, response }),
  };
}
