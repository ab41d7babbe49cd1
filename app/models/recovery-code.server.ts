import { id, string, table, timestamp, timestampOrNull } from "#app/database/columns.server.ts";

/** A code that stands in for the app once. */
export class RecoveryCode extends table("recoveryCodes", {
  id: id(),
  userId: string(),
  codeHash: string(),
  createdAt: timestamp(),
  usedAt: timestampOrNull(),
}) {}
