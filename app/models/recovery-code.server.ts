import { type CreationOptional, type InferAttributes, type InferCreationAttributes, Model } from "sequelize";
import { id, string, timestamp, timestampOrNull } from "#app/database/columns.server.ts";
import { sequelize } from "#app/database/connection.server.ts";

/** A code that stands in for the app once. */
export class RecoveryCode extends Model<
  InferAttributes<RecoveryCode>,
  InferCreationAttributes<RecoveryCode>
> {
  declare id: CreationOptional<string>;
  declare userId: string;
  declare codeHash: string;
  declare createdAt: Date;
  declare usedAt: CreationOptional<Date | null>;
}

RecoveryCode.init(
  { id: id(), userId: string(), codeHash: string(), createdAt: timestamp(), usedAt: timestampOrNull() },
  { sequelize, tableName: "recoveryCodes" },
);
