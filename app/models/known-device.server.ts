import { type CreationOptional, type InferAttributes, type InferCreationAttributes, Model } from "sequelize";
import { id, string, timestamp } from "#app/database/columns.server.ts";
import { sequelize } from "#app/database/connection.server.ts";

/** A browser that has signed in to the account before. */
export class KnownDevice extends Model<InferAttributes<KnownDevice>, InferCreationAttributes<KnownDevice>> {
  declare id: CreationOptional<string>;
  declare userId: string;
  /** SHA-256 of what its cookie holds. */
  declare deviceHash: string;
  declare createdAt: Date;
  declare lastSeenAt: Date;
}

KnownDevice.init(
  { id: id(), userId: string(), deviceHash: string(), createdAt: timestamp(), lastSeenAt: timestamp() },
  { sequelize, tableName: "knownDevices" },
);
