import { type InferAttributes, type InferCreationAttributes, Model } from "sequelize";
import { string, timestamp } from "#app/database/columns.server.ts";
import { sequelize } from "#app/database/connection.server.ts";

/** An authorization at a sign-in provider whose callback has been used. `id` is the SHA-256 of its state. */
export class UsedAuthorization extends Model<
  InferAttributes<UsedAuthorization>,
  InferCreationAttributes<UsedAuthorization>
> {
  declare id: string;
  /** When the browser's cookie has expired, and the row is no longer needed. */
  declare expiresAt: Date;
}

UsedAuthorization.init(
  { id: { ...string(), primaryKey: true }, expiresAt: timestamp() },
  { sequelize, tableName: "usedAuthorizations" },
);
