import type { Transaction } from "sequelize";
import { DeliveryAttempt } from "#app/models/index.server.ts";
import type { DeliveryRow } from "./load-delivery.server.ts";
import type { AttemptResult } from "./send-event.server.ts";

/** About a quarter of an hour on the retry schedule. */
export const UNKNOWN_TRIES_MAX = 5;

/** After several attempts with the same undocumented code, the event has failed. */
export async function limitUnknownCode(
  { id: deliveryId, workspaceId }: Pick<DeliveryRow, "id" | "workspaceId">,
  attempted: AttemptResult,
  transaction: Transaction,
): Promise<AttemptResult> {
  const { result, response } = attempted;
  if (!result.isUnknownCode || result.outcome === "submitted") return attempted;
  const { outcome, platformCode } = result;
  const httpStatus = response?.httpStatus ?? null;
  // Compared here: by these columns SQLite would read all such attempts of the workspace.
  const earlier = await DeliveryAttempt.findAll({
    where: { workspaceId, deliveryId },
    attributes: ["outcome", "platformCode", "httpStatus"],
    transaction,
  });
  const before = earlier.filter(
    (one) => one.outcome === outcome && one.platformCode === platformCode && one.httpStatus === httpStatus,
  ).length;
  if (before + 1 < UNKNOWN_TRIES_MAX) return attempted;
  const remedy =
    outcome === "ambiguous"
      ? "The platform gave this answer every time, and it may have the event. Look for the event ID there before you send it again, and report the answer to support."
      : "The platform gave this answer every time, and it is not known here. Report it to support, then send the event again.";
  return { ...attempted, result: { ...result, outcome: "permanent", retryAfterMs: null, remedy } };
}
