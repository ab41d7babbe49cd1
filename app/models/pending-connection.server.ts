import { type InferAttributes, type InferCreationAttributes, Model } from "sequelize";
import { id, string, timestamp } from "#app/database/columns.server.ts";
import { sequelize } from "#app/database/connection.server.ts";

/**
 * A credential that the ad platform accepted, until its owner has chosen the asset. It is encrypted like a
 * connection's and belongs to one session.
 */
export class PendingConnection extends Model<
  InferAttributes<PendingConnection>,
  InferCreationAttributes<PendingConnection>
> {
  declare id: string;
  declare workspaceId: string;
  declare sessionId: string;
  declare adPlatform: string;
  declare credential: string;
  /** JSON: the assets to choose from. */
  declare assets: string;
  declare expiresAt: Date;
}

PendingConnection.init(
  {
    id: id(),
    workspaceId: string(),
    sessionId: string(),
    adPlatform: string(),
    credential: string(),
    assets: string(),
    expiresAt: timestamp(),
  },
  { sequelize, tableName: "pendingConnections" },
);
