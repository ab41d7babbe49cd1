import type { Order, WhereOptions } from "sequelize";
import { findRows } from "#app/database/rows.server.ts";
import { groupBy } from "#app/lib/group-by.ts";
import { Delivery, DeliveryAttempt, Submission } from "#app/models/index.server.ts";
import { findDeciders } from "./find-deciders.server.ts";

const SUBMISSION_COLUMNS = [
  "id",
  "status",
  "eventStatus",
  "action",
  "email",
  "phone",
  "platformId",
  "platformName",
  "amount",
  "currency",
  "verifiedAmount",
  "verifiedCurrency",
  "reference",
  "correctedAmount",
  "correctedCurrency",
  "correctedAt",
  "decisionReason",
  "decisionReasonText",
  "showsReason",
  "decisionNote",
  "decidedByUserId",
  "createdAt",
  "handledAt",
  "withdrawnAt",
  "erasedAt",
  "sendBefore",
  "consentText",
  "consentAt",
  "source",
  "pageUrl",
  "referrer",
  "fbclid",
  "ttclid",
  "scCid",
  "gclid",
  "gbraid",
  "wbraid",
  "clickSeenAt",
  "fbc",
  "fbp",
  "ttp",
  "scid",
  "ip",
  "userAgent",
  "deviceId",
  "facebookPixelId",
  "utmSource",
  "utmMedium",
  "utmCampaign",
  "utmTerm",
  "utmContent",
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
  "deliveryId",
  "number",
  "at",
  "durationMs",
  "outcome",
  "httpStatus",
  "platformCode",
  "message",
  "remedy",
  "traceId",
] as const;

/** A submission as lists have it: plain rows, because making models of them takes most of a list's time. */
export type ListedSubmission = Awaited<ReturnType<typeof findListed>>[number];

type Wanted = { where: WhereOptions; order: Order; limit?: number };

export async function findListed(wanted: Wanted) {
  const submissions = await findRows(Submission, { attributes: SUBMISSION_COLUMNS, ...wanted });
  const [deliveries, deciders] = await Promise.all([
    findDeliveries(submissions.map(({ id }) => id)),
    findDeciders(submissions),
  ]);
  const deliveriesOf = groupBy(deliveries, ({ submissionId }) => submissionId);
  return submissions.map((submission) => ({
    ...submission,
    decidedBy: deciders.get(submission.decidedByUserId ?? "") ?? null,
    deliveries: deliveriesOf.get(submission.id) ?? [],
  }));
}

/** By the submissions alone: with the workspace too, SQLite may read all of its deliveries. */
async function findDeliveries(submissionId: string[]) {
  if (submissionId.length === 0) return [];
  const deliveries = await findRows(Delivery, { attributes: DELIVERY_COLUMNS, where: { submissionId } });
  const deliveryId = deliveries.map(({ id }) => id);
  if (deliveryId.length === 0) return [];
  const attempts = await findRows(DeliveryAttempt, {
    attributes: ATTEMPT_COLUMNS,
    where: { deliveryId },
    order: [["number", "ASC"]],
  });
  const attemptsOf = groupBy(attempts, (attempt) => attempt.deliveryId);
  return deliveries.map((delivery) => ({ ...delivery, attempts: attemptsOf.get(delivery.id) ?? [] }));
}
