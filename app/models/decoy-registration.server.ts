import { id, string, table, timestamp } from "#app/database/columns.server.ts";

/**
 * A registration for an email that has an account. For a day it looks from outside like one that waits for
 * verification.
 */
export class DecoyRegistration extends table("heldRegistrations", {
  id: id(),
  /** As it was typed. */
  email: string(),
  emailKey: string(),
  usernameKey: string(),
  /** A keyed digest: useless without the server's secret, and fast to compare. */
  passwordHash: string(),
  createdAt: timestamp(),
  expiresAt: timestamp(),
}) {}
