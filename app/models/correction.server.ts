import {
  type CreationOptional,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type NonAttribute,
} from "sequelize";
import { boolean, id, string, stringOrNull, timestamp } from "#app/database/columns.server.ts";
import { sequelize } from "#app/database/connection.server.ts";
import type { User } from "./user.server.ts";

/** A later amount of a verified submission: the amount before, the new one, by whom and why. */
export class Correction extends Model<InferAttributes<Correction>, InferCreationAttributes<Correction>> {
  declare id: CreationOptional<string>;
  declare workspaceId: string;
  declare submissionId: string;
  /** Null for a program with an API key. */
  declare userId: string | null;
  declare isChargeback: boolean;
  declare fromAmount: string | null;
  declare fromCurrency: string | null;
  declare amount: string;
  declare currency: string;
  declare reason: string | null;
  declare createdAt: Date;
  declare user?: NonAttribute<User | null>;
}

Correction.init(
  {
    id: id(),
    workspaceId: string(),
    submissionId: string(),
    userId: stringOrNull(),
    isChargeback: boolean(),
    fromAmount: stringOrNull(),
    fromCurrency: stringOrNull(),
    amount: string(),
    currency: string(),
    reason: stringOrNull(),
    createdAt: timestamp(),
  },
  { sequelize, tableName: "corrections" },
);
