import { id, string, table, timestamp } from "#app/database/columns.server.ts";

/** A browser that has signed in to the account before. */
export class KnownDevice extends table("knownDevices", {
  id: id(),
  userId: string(),
  /** SHA-256 of what its cookie holds. */
  deviceHash: string(),
  createdAt: timestamp(),
  lastSeenAt: timestamp(),
}) {}
