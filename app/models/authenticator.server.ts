import { type CreationOptional, type InferAttributes, type InferCreationAttributes, Model } from "sequelize";
import { integer, string, timestamp, timestampOrNull } from "#app/database/columns.server.ts";
import { sequelize } from "#app/database/connection.server.ts";

/** An authenticator app. It counts from the moment a first code of it was typed. */
export class Authenticator extends Model<
  InferAttributes<Authenticator>,
  InferCreationAttributes<Authenticator>
> {
  declare userId: string;
  /** Encrypted with the user's id as associated data. */
  declare secret: string;
  declare confirmedAt: CreationOptional<Date | null>;
  /** The step of 30 seconds of the last code that was taken: none is taken twice. */
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
