import type { Order, WhereOptions } from "sequelize";
import { findRows } from "#app/database/rows.server.ts";
import { groupBy } from "#app/lib/group-by.ts";
import { Delivery, DeliveryAttempt, Submission } from "#app/models/index.server.ts";

const SUBMISSION_COLUMNS = [
  ...(["id", "status", "eventStatus", "action", "email", "phone", "platformId", "platformName"] as const),
  ...(["amount", "currency", "verifiedAmount", "verifiedCurrency", "reference"] as const),
  ...(["correctedAmount", "correctedCurrency", "correctedAt"] as const),
  ...(["decisionReason", "decisionReasonText", "showsReason", "decisionNote"] as const),
  ...([
    "createdAt",
    "handledAt",
    "withdrawnAt",
    "erasedAt",
    "sendBefore",
    "consentText",
    "consentAt",
  ] as const),
  ...(["source", "pageUrl", "referrer", "fbclid", "ttclid", "scCid", "gclid", "gbraid", "wbraid"] as const),
  ...([
    "clickSeenAt",
    "fbc",
    "fbp",
    "ttp",
    "scid",
    "ip",
    "userAgent",
    "deviceId",
    "facebookPixelId",
  ] as const),
  ...(["utmSource", "utmMedium", "utmCampaign", "utmTerm", "utmContent"] as const),
] as const;
const DELIVERY_COLUMNS = [
  "id",
  "submissionId",
  "adPlatform",
  "eventId",
  "state",
  "dueAt",
  "leaseToken",
  "sendBefore",
] as const;
/** Without the request and the response, which only the open submission shows. */
const ATTEMPT_COLUMNS = [
  ...(["deliveryId", "number", "at", "durationMs", "outcome", "httpStatus"] as const),
  ...(["platformCode", "message", "remedy", "traceId"] as const),
] as const;

/** A submission as lists have it: plain rows, because making models of them takes most of a list's time. */
export type ListedSubmission = Awaited<ReturnType<typeof findListed>>[number];

type Wanted = { where: WhereOptions; order: Order; limit?: number };

export async function findListed(wanted: Wanted) {
  const submissions = await findRows(Submission, { attributes: SUBMISSION_COLUMNS, ...wanted });
  // By the ids alone: with the workspace too, SQLite may read all of its deliveries.
  const deliveries =
    submissions.length === 0
      ? []
      : await findRows(Delivery, {
          attributes: DELIVERY_COLUMNS,
          where: { submissionId: submissions.map(({ id }) => id) },
        });
  const attempts =
    deliveries.length === 0
      ? []
      : await findRows(DeliveryAttempt, {
          attributes: ATTEMPT_COLUMNS,
          where: { deliveryId: deliveries.map(({ id }) => id) },
          order: [["number", "ASC"]],
        });
  const attemptsOf = groupBy(attempts, ({ deliveryId }) => deliveryId);
  const deliveriesOf = groupBy(deliveries, ({ submissionId }) => submissionId);
  return submissions.map((submission) => ({
    ...submission,
    deliveries: (deliveriesOf.get(submission.id) ?? []).map((delivery) => ({
      ...delivery,
      attempts: attemptsOf.get(delivery.id) ?? [],
    })),
  }));
}
