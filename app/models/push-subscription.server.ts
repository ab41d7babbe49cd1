import type { NonAttribute } from "sequelize";
import {
  id,
  leaseColumns,
  lockVersion,
  string,
  stringOrNull,
  table,
  timestamp,
} from "#app/database/columns.server.ts";
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
  /** When the latest of the notifications that it was told of had changed. */
  lastPushedAt: timestamp(),
  version: lockVersion(),
  createdAt: timestamp(),
}) {
  declare session?: NonAttribute<Session>;
}
