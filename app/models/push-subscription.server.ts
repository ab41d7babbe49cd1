import type { NonAttribute } from "sequelize";
import { id, leaseColumns, string, stringOrNull, table, timestamp } from "#app/database/columns.server.ts";
import type { Session } from "./session.server.ts";

/**
 * A browser that gets push messages while its session lasts. `subscription` holds endpoint and keys,
 * encrypted with the row's id as associated data.
 */
export class PushSubscription extends table("pushSubscriptions", {
  id: id(),
  userId: string(),
  sessionId: string(),
  endpointHash: string(),
  subscription: string(),
  ...leaseColumns<"idle" | "queued">(),
  lastError: stringOrNull(),
  /** Notifications after this time were not pushed yet. */
  lastPushedAt: timestamp(),
  createdAt: timestamp(),
}) {
  declare session?: NonAttribute<Session>;
}
