import { type CreationOptional, type InferAttributes, type InferCreationAttributes, Model } from "sequelize";
import { id, text, time } from "./columns.server.ts";
import { sequelize } from "./database.server.ts";

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
  { id: id(), userId: text(), deviceHash: text(), createdAt: time(), lastSeenAt: time() },
  { sequelize, tableName: "knownDevices" },
);
