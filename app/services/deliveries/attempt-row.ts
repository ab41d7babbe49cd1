import type { Attributes } from "sequelize";
import { newId } from "#app/lib/ids.ts";
import type { DeliveryAttempt } from "#app/models/index.server.ts";
import type { DeliveryRow } from "./load-delivery.server.ts";
import type { AttemptResult } from "./send-event.server.ts";

/** What the delivery log keeps of an attempt. */
export function toAttemptRow(
  delivery: DeliveryRow,
  { startedAt, durationMs, event, response, result }: AttemptResult,
): Attributes<DeliveryAttempt> {
  const { id: deliveryId, workspaceId, adPlatform, attemptCount: number } = delivery;
  return {
    id: newId(),
    deliveryId,
    workspaceId,
    adPlatform,
    number,
    at: startedAt,
    durationMs,
    outcome: result.outcome,
    httpStatus: response?.httpStatus ?? null,
    platformCode: result.platformCode?.slice(0, 120) ?? null,
    message: result.message?.slice(0, 500) ?? null,
    remedy: result.remedy?.slice(0, 500) ?? null,
    traceId: result.traceId?.slice(0, 100) ?? null,
    request: event ? JSON.stringify({ event: event.body, omittedFields: event.omittedFields }) : null,
    response: response?.body.slice(0, 16_384) || null,
  };
}
