import type { Order, WhereOptions } from "sequelize";
import { findRows } from "#app/database/rows.server.ts";
import { groupBy } from "#app/lib/group-by.ts";
import { ATTEMPT_FACTS, columnsFor } from "#app/lib/submission-columns.ts";
import { Delivery, DeliveryAttempt, Submission } from "#app/models/index.server.ts";
import { findDeciders } from "./find-deciders.server.ts";
import { findStatementFacts } from "./statement-evidence.server.ts";

const SUBMISSION_COLUMNS = columnsFor("listed");
const DELIVERY_COLUMNS = [
  "id",
  "submissionId",
  "adPlatform",
  "eventId",
  "state",
  "skipReason",
  "dueAt",
  "leaseToken",
  "sendBefore",
  "updatedAt",
] as const;
const ATTEMPT_COLUMNS = ["deliveryId", ...ATTEMPT_FACTS] as const;

/** A submission as lists have it: plain rows, because making models of them takes most of a list's time. */
export type ListedSubmission = Awaited<ReturnType<typeof findListed>>[number];

type ListRange = { where: WhereOptions; order: Order; limit?: number };

export async function findListed(wanted: ListRange) {
  const submissions = await findRows(Submission, { attributes: SUBMISSION_COLUMNS, ...wanted });
  const [deliveries, toDecidedBy, statementFacts] = await Promise.all([
    findDeliveries(submissions.map(({ id }) => id)),
    findDeciders(submissions),
    findStatementFacts(submissions),
  ]);
  const deliveriesBySubmission = groupBy(deliveries, ({ submissionId }) => submissionId);
  return submissions.map((submission) => ({
    ...submission,
    decidedBy: toDecidedBy(submission),
    statementFacts: statementFacts(submission.id),
    deliveries: deliveriesBySubmission.get(submission.id) ?? [],
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
  const attemptsByDelivery = groupBy(attempts, (attempt) => attempt.deliveryId);
  return deliveries.map((delivery) => ({ ...delivery, attempts: attemptsByDelivery.get(delivery.id) ?? [] }));
}
