import type { Transaction } from "sequelize";
import { type Delivery, DeliveryAttempt } from "#app/models/index.server.ts";
import type { Attempted } from "./send-event.server.ts";

/** About a quarter of an hour on the retry schedule. */
export const UNKNOWN_TRIES_MAX = 5;

/** The same code that nobody documents, so many times: the event has failed, and people look at it. */
export async function limitUnknownCode(
  delivery: Delivery,
  attempted: Attempted,
  transaction: Transaction,
): Promise<Attempted> {
  const { result, response } = attempted;
  if (!result.isUnknownCode || result.outcome === "submitted") return attempted;
  const { outcome, platformCode } = result;
  const where = { deliveryId: delivery.id, outcome, platformCode, httpStatus: response?.httpStatus ?? null };
  const before = await DeliveryAttempt.count({ where, transaction });
  if (before + 1 < UNKNOWN_TRIES_MAX) return attempted;
  const remedy =
    outcome === "ambiguous"
      ? "The platform gave this answer every time, and it may have the event. Look for the event ID there before you send it again, and report the answer to support."
      : "The platform gave this answer every time, and it is not known here. Report it to support, then send the event again.";
  return { ...attempted, result: { ...result, outcome: "permanent", retryAfterMs: null, remedy } };
}
