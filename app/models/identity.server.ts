import { type CreationOptional, type InferAttributes, type InferCreationAttributes, Model } from "sequelize";
import { id, string, stringOrNull, timestamp } from "#app/database/columns.server.ts";
import { sequelize } from "#app/database/connection.server.ts";
import type { SignInProviderId } from "#app/lib/domain.ts";

/** An account at a sign-in provider, named by issuer and subject: its address may change hands. */
export class Identity extends Model<InferAttributes<Identity>, InferCreationAttributes<Identity>> {
  declare id: CreationOptional<string>;
  declare userId: string;
  declare provider: SignInProviderId;
  declare issuer: string;
  declare subject: string;
  /** The address that the provider named, for its owner to recognise it by. */
  declare email: string | null;
  declare createdAt: Date;
  declare lastUsedAt: Date;
}

Identity.init(
  {
    id: id(),
    userId: string(),
    provider: string(),
    issuer: string(),
    subject: string(),
    email: stringOrNull(),
    createdAt: timestamp(),
    lastUsedAt: timestamp(),
  },
  { sequelize, tableName: "identities" },
);
