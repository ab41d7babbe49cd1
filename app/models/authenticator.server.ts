import { type CreationOptional, type InferAttributes, type InferCreationAttributes, Model } from "sequelize";
import { integer, string, timestamp, timestampOrNull } from "#app/database/columns.server.ts";
import { sequelize } from "#app/database/connection.server.ts";

/** An authenticator app. A first code confirms it. */
export class Authenticator extends Model<
  InferAttributes<Authenticator>,
  InferCreationAttributes<Authenticator>
> {
  declare userId: string;
  /** Encrypted with the user's id as associated data. */
  declare secret: string;
  declare confirmedAt: CreationOptional<Date | null>;
  /** The 30-second step of the last accepted code. No step is accepted twice. */
  declare lastStep: number;
  declare createdAt: Date;
}

Authenticator.init(
  {
    userId: { ...string(), primaryKey: true },
    secret: string(),
    confirmedAt: timestampOrNull(),
    lastStep: integer(),
    createdAt: timestamp(),
  },
  { sequelize, tableName: "authenticators" },
);
