import type { NonAttribute } from "sequelize";
import {
  id,
  integer,
  integerOrNull,
  string,
  stringOrNull,
  table,
  timestamp,
} from "#app/database/columns.server.ts";
import type { AttemptOutcome } from "#app/lib/domain.ts";
import type { Delivery } from "./delivery.server.ts";

/** One try of a delivery: when, what was sent with identifiers hashed, what came back. Never changed. */
export class DeliveryAttempt extends table("deliveryAttempts", {
  id: id(),
  deliveryId: string(),
  /** The delivery's own, repeated here for the indexes of the delivery log. */
  workspaceId: string(),
  adPlatform: string(),
  number: integer(),
  at: timestamp(),
  durationMs: integer(),
  outcome: string<AttemptOutcome>(),
  httpStatus: integerOrNull(),
  platformCode: stringOrNull(),
  message: stringOrNull(),
  remedy: stringOrNull(),
  traceId: stringOrNull(),
  request: stringOrNull(),
  response: stringOrNull(),
}) {
  declare delivery?: NonAttribute<Delivery>;
}
