import type { NonAttribute } from "sequelize";
import {
  id,
  integer,
  string,
  stringOrNull,
  table,
  timestamp,
  timestampOrNull,
  withDefault,
} from "#app/database/columns.server.ts";
import type { Workspace } from "./workspace.server.ts";

/**
 * An owner's account at an ad platform. `credential` is JSON, encrypted with the row's id as associated
 * data.
 */
export class Connection extends table("connections", {
  id: id(),
  workspaceId: string(),
  adPlatform: string(),
  status: string<"connected" | "invalid">(),
  credential: string(),
  tokenEnding: string(),
  /** JSON in the shape of the platform's `settingsSchema`. */
  settings: string(),
  /** What receives the events: a pixel, a conversion action. */
  assetId: string(),
  assetName: stringOrNull(),
  connectedAt: timestamp(),
  lastCheckedAt: timestampOrNull(),
  lastAcceptedAt: timestampOrNull(),
  lastError: stringOrNull(),
  pausedUntil: timestampOrNull(),
  /** Events that the platform refused for good, in a row. */
  failureCount: withDefault(integer(), 0),
  /** Until then the settings may mark events as tests; null outside test mode. */
  testModeUntil: timestampOrNull(),
}) {
  declare workspace?: NonAttribute<Workspace>;
}
