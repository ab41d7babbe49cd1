import { type CreationOptional, type InferAttributes, type InferCreationAttributes, Model } from "sequelize";
import { id, string, stringOrNull, timestamp, timestampOrNull } from "#app/database/columns.server.ts";
import { sequelize } from "#app/database/connection.server.ts";

/** What a token was made for: it is worth nothing for anything else. */
export type TokenPurpose = "verify-email" | "change-email" | "reset-password" | "second-step";

/** A link or step that was handed out once: only its SHA-256 is kept. */
export class AccountToken extends Model<
  InferAttributes<AccountToken>,
  InferCreationAttributes<AccountToken>
> {
  declare id: CreationOptional<string>;
  declare userId: string;
  declare purpose: TokenPurpose;
  declare tokenHash: string;
  /** The address it proves, where it proves one. */
  declare email: CreationOptional<string | null>;
  declare createdAt: Date;
  declare expiresAt: Date;
  declare usedAt: CreationOptional<Date | null>;
}

AccountToken.init(
  {
    id: id(),
    userId: string(),
    purpose: string(),
    tokenHash: string(),
    email: stringOrNull(),
    createdAt: timestamp(),
    expiresAt: timestamp(),
    usedAt: timestampOrNull(),
  },
  { sequelize, tableName: "accountTokens" },
);
