import { type CreationOptional, type InferAttributes, type InferCreationAttributes, Model } from "sequelize";
import { id, text, textOrNull, time, timeOrNull } from "./columns.server.ts";
import { sequelize } from "./database.server.ts";

/** An owner's account at an ad platform. `credential` is encrypted with the row's id as associated data. */
export class Connection extends Model<InferAttributes<Connection>, InferCreationAttributes<Connection>> {
  declare id: CreationOptional<string>;
  declare userId: string;
  declare provider: "meta";
  declare status: "connected" | "invalid";
  declare credential: string;
  declare tokenEnding: string;
  declare pixelId: string;
  declare pixelName: string | null;
  declare testEventCode: string | null;
  declare connectedAt: Date;
  declare lastCheckedAt: CreationOptional<Date | null>;
  declare lastAcceptedAt: CreationOptional<Date | null>;
  declare lastError: CreationOptional<string | null>;
  declare pausedUntil: CreationOptional<Date | null>;
}

Connection.init(
  {
    id: id(),
    userId: text(),
    provider: text(),
    status: text(),
    credential: text(),
    tokenEnding: text(),
    pixelId: text(),
    pixelName: textOrNull(),
    testEventCode: textOrNull(),
    connectedAt: time(),
    lastCheckedAt: timeOrNull(),
    lastAcceptedAt: timeOrNull(),
    lastError: textOrNull(),
    pausedUntil: timeOrNull(),
  },
  { sequelize, tableName: "connections" },
);
