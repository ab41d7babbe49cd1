import { type CreationOptional, type InferAttributes, type InferCreationAttributes, Model } from "sequelize";
import { id, text, time, timeOrNull, whole } from "./columns.server.ts";
import { sequelize } from "./database.server.ts";

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
    userId: { ...text(), primaryKey: true },
    secret: text(),
    confirmedAt: timeOrNull(),
    lastStep: whole(),
    createdAt: time(),
  },
  { sequelize, tableName: "authenticators" },
);

/** A code that stands in for the app once. */
export class RecoveryCode extends Model<
  InferAttributes<RecoveryCode>,
  InferCreationAttributes<RecoveryCode>
> {
  declare id: CreationOptional<string>;
  declare userId: string;
  declare codeHash: string;
  declare createdAt: Date;
  declare usedAt: CreationOptional<Date | null>;
}

RecoveryCode.init(
  { id: id(), userId: text(), codeHash: text(), createdAt: time(), usedAt: timeOrNull() },
  { sequelize, tableName: "recoveryCodes" },
);
