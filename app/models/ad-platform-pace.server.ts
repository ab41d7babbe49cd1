import { type InferAttributes, type InferCreationAttributes, Model } from "sequelize";
import { string, stringOrNull, timestamp } from "#app/database/columns.server.ts";
import { sequelize } from "#app/database/connection.server.ts";

/**
 * The pace of calls from one connection, or of all calls to a platform: `id` is the connection's or the
 * platform's.
 */
export class AdPlatformPace extends Model<
  InferAttributes<AdPlatformPace>,
  InferCreationAttributes<AdPlatformPace>
> {
  declare id: string;
  declare connectionId: string | null;
  /** When the next call may be made. */
  declare nextAt: Date;
}

AdPlatformPace.init(
  { id: { ...string(), primaryKey: true }, connectionId: stringOrNull(), nextAt: timestamp() },
  { sequelize, tableName: "adPlatformPaces" },
);
