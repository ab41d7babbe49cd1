import { type InferAttributes, type InferCreationAttributes, Model } from "sequelize";
import { integer, string, timestamp } from "#app/database/columns.server.ts";
import { sequelize } from "#app/database/connection.server.ts";

/** The count of one key against a rate limit. `id` is a keyed hash: the key can be an address. */
export class LimitCount extends Model<InferAttributes<LimitCount>, InferCreationAttributes<LimitCount>> {
  declare id: string;
  declare points: number;
  /** When the window ends, and the count starts again. */
  declare expiresAt: Date;
}

LimitCount.init(
  { id: { ...string(), primaryKey: true }, points: integer(), expiresAt: timestamp() },
  { sequelize, tableName: "limitCounts" },
);
