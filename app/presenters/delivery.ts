import type { Connection } from "#app/models/connection.server.ts";
import type { Delivery } from "#app/models/delivery.server.ts";
import type { DeliveryAttempt } from "#app/models/delivery-attempt.server.ts";
import type { Submission } from "#app/models/submission.server.ts";
import type { LoggedDeliveryResponse, LogLine, WaitingLine } from "#app/schemas/deliveries.ts";
import { type GetName, presentDelivery } from "./submission.ts";

/** A delivery with the submission that it is of. */
export function presentLoggedDelivery(delivery: Delivery, getName: GetName): LoggedDeliveryResponse {
  return {
    ...presentDelivery(delivery, delivery.submission?.handledAt ?? null, getName),
    submissionId: delivery.submissionId,
    createdAt: delivery.createdAt.toISOString(),
    updatedAt: delivery.updatedAt.toISOString(),
  };
}

export function presentLogLine(
  { attempt, delivery, submission }: { attempt: DeliveryAttempt; delivery: Delivery; submission: Submission },
  getName: GetName,
  { now, reportsLater }: { now: Date; reportsLater(adPlatform: string): boolean },
): LogLine {
  const isInTime = delivery.state === "failed" && delivery.sendBefore > now;
  const { id, number, outcome, platformCode, message, remedy, traceId } = attempt;
  const isAnswer = outcome === "accepted" && reportsLater(delivery.adPlatform);
  return {
    number: isAnswer ? null : number,
    id,
    outcome,
    platformCode,
    message,
    remedy,
    traceId,
    at: attempt.at.toISOString(),
    deliveryId: delivery.id,
    platformName: getName(delivery.adPlatform),
    email: submission.email,
    formId: submission.formId,
    canResend: isInTime && attempt.number === delivery.attemptCount,
  };
}

/** @param connection the one to its ad platform, if there is one */
export function presentWaitingLine(
  delivery: Delivery,
  getName: GetName,
  connection: Pick<Connection, "lastError"> | undefined,
): WaitingLine {
  const { id, state, nextAttemptAt, sendBefore, platformName, attempts } = presentLoggedDelivery(
    delivery,
    getName,
  );
  return {
    id,
    state,
    nextAttemptAt,
    sendBefore,
    platformName,
    email: delivery.submission?.email ?? "",
    formId: delivery.submission?.formId ?? "",
    remedy:
      state === "parked" && !connection
        ? `Connect ${platformName} again.`
        : (attempts.at(-1)?.remedy ?? connection?.lastError ?? null),
  };
}
