import { id, string, stringOrNull, table, timestamp, timestampOrNull } from "#app/database/columns.server.ts";

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
export class AccountToken extends table("accountTokens", {
  id: id(),
  userId: string(),
  purpose: string<TokenPurpose>(),
  tokenHash: string(),
  /** The email that it verifies, if any. */
  email: stringOrNull(),
  createdAt: timestamp(),
  expiresAt: timestamp(),
  usedAt: timestampOrNull(),
}) {}
