import {
  integer,
  primaryKey,
  string,
  table,
  timestamp,
  timestampOrNull,
} from "#app/database/columns.server.ts";

/** An authenticator app. A first code confirms it. */
export class Authenticator extends table("authenticators", {
  userId: primaryKey(string()),
  /** Encrypted with the user's id as associated data. */
  secret: string(),
  confirmedAt: timestampOrNull(),
  /** The 30-second step of the last accepted code. No step is accepted twice. */
  lastStep: integer(),
  createdAt: timestamp(),
}) {}
