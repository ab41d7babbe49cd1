import { type CreationOptional, type InferAttributes, type InferCreationAttributes, Model } from "sequelize";
import { id, string, timestamp } from "#app/database/columns.server.ts";
import { sequelize } from "#app/database/connection.server.ts";

/**
 * A registration for an email that has an account. For a day it looks from outside like one that waits for
 * verification.
 */
export class DecoyRegistration extends Model<
  InferAttributes<DecoyRegistration>,
  InferCreationAttributes<DecoyRegistration>
> {
  declare id: CreationOptional<string>;
  /** As it was typed. */
  declare email: string;
  declare emailKey: string;
  declare usernameKey: string;
  /** A keyed digest: useless without the server's secret, and fast to compare. */
  declare passwordHash: string;
  declare createdAt: Date;
  declare expiresAt: Date;
}

DecoyRegistration.init(
  {
    id: id(),
    email: string(),
    emailKey: string(),
    usernameKey: string(),
    passwordHash: string(),
    createdAt: timestamp(),
    expiresAt: timestamp(),
  },
  { sequelize, tableName: "heldRegistrations" },
);
