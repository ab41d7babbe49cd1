import { type CreationOptional, type InferAttributes, type InferCreationAttributes, Model } from "sequelize";
import { id, integer, integerOrNull, string, stringOrNull, timestamp } from "#app/database/columns.server.ts";
import { sequelize } from "#app/database/connection.server.ts";
import type { AttemptOutcome } from "#app/lib/domain.ts";

/** One try of a delivery: when, what was sent with identifiers hashed, what came back. Never changed. */
export class DeliveryAttempt extends Model<
  InferAttributes<DeliveryAttempt>,
  InferCreationAttributes<DeliveryAttempt>
> {
  declare id: CreationOptional<string>;
  declare deliveryId: string;
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
}

DeliveryAttempt.init(
  {
    id: id(),
    deliveryId: string(),
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
