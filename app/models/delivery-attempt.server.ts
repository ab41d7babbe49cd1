import {
  type CreationOptional,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type NonAttribute,
} from "sequelize";
import { id, integer, integerOrNull, string, stringOrNull, timestamp } from "#app/database/columns.server.ts";
import { sequelize } from "#app/database/connection.server.ts";
import type { AttemptOutcome } from "#app/lib/domain.ts";
import type { Delivery } from "./delivery.server.ts";

/** One try of a delivery: when, what was sent with identifiers hashed, what came back. Never changed. */
export class DeliveryAttempt extends Model<
  InferAttributes<DeliveryAttempt>,
  InferCreationAttributes<DeliveryAttempt>
> {
  declare id: CreationOptional<string>;
  declare deliveryId: string;
  /** The delivery's own, repeated here for the indexes of the delivery log. */
  declare workspaceId: string;
  declare adPlatform: string;
  declare number: number;
  declare at: Date;
  declare durationMs: number;
  declare outcome: AttemptOutcome;
  declare httpStatus: number | null;
  declare platformCode: string | null;
  declare message: string | null;
  declare remedy: string | null;
  declare traceId: string | null;
  declare request: string | null;
  declare response: string | null;
  declare delivery?: NonAttribute<Delivery>;
}

DeliveryAttempt.init(
  {
    id: id(),
    deliveryId: string(),
    workspaceId: string(),
    adPlatform: string(),
    number: integer(),
    at: timestamp(),
    durationMs: integer(),
    outcome: string(),
    httpStatus: integerOrNull(),
    platformCode: stringOrNull(),
    message: stringOrNull(),
    remedy: stringOrNull(),
    traceId: stringOrNull(),
    request: stringOrNull(),
    response: stringOrNull(),
  },
  { sequelize, tableName: "deliveryAttempts" },
);
