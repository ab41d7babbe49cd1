import { type InferAttributes, type InferCreationAttributes, Model } from "sequelize";
import { bytes, string, timestamp } from "#app/database/columns.server.ts";
import { sequelize } from "#app/database/connection.server.ts";

/** A picture of ours, made from what an owner uploaded. `hash` is its public name. */
export class Logo extends Model<InferAttributes<Logo>, InferCreationAttributes<Logo>> {
  declare hash: string;
  declare workspaceId: string;
  declare mediaType: string;
  declare content: Buffer;
  declare createdAt: Date;
}

Logo.init(
  {
    hash: { ...string(), primaryKey: true },
    workspaceId: string(),
    mediaType: string(),
    content: bytes(),
    createdAt: timestamp(),
  },
  { sequelize, tableName: "logos" },
);
