import { type CreationOptional, type InferAttributes, type InferCreationAttributes, Model } from "sequelize";
import { id, string, stringOrNull, timestamp, timestampOrNull } from "#app/database/columns.server.ts";
import { sequelize } from "#app/database/connection.server.ts";

/** What a token is for. It is not valid for anything else. */
export const TOKEN_PURPOSES = [
  "verify-email",
  "change-email",
  "reset-password",
  "sign-in-link",
  "two-factor",
] as const;
export type TokenPurpose = (typeof TOKEN_PURPOSES)[number];

/** A token of a link or of a sign-in that waits for its second factor. Only its SHA-256 is stored. */
export class AccountToken extends Model<
  InferAttributes<AccountToken>,
  InferCreationAttributes<AccountToken>
> {
  declare id: CreationOptional<string>;
  declare userId: string;
  declare purpose: TokenPurpose;
  declare tokenHash: string;
  /** The email that it verifies, if any. */
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
