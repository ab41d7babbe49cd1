import { primaryKey, string, table, timestamp } from "#app/database/columns.server.ts";

/** An authorization at a sign-in provider whose callback has been used. `id` is the SHA-256 of its state. */
export class UsedAuthorization extends table("usedAuthorizations", {
  id: primaryKey(string()),
  /** When the browser's cookie has expired, and the row is no longer needed. */
  expiresAt: timestamp(),
}) {}
