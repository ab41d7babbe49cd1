import {
  id,
  leaseColumns,
  string,
  stringOrNull,
  table,
  timestamp,
  timestampOrNull,
} from "#app/database/columns.server.ts";

/**
 * An ad account whose spend a job reads every day. Unique is (workspaceId, adPlatform, accountId). `credential` is
 * JSON, encrypted with the row's id as associated data.
 */
export class SpendAccount extends table("spendAccounts", {
  id: id(),
  workspaceId: string(),
  connectionId: string(),
  adPlatform: string(),
  /** At Meta `act_123`. */
  accountId: string(),
  accountName: stringOrNull(),
  credential: string(),
  tokenEnding: string(),
  currency: stringOrNull(),
  timeZone: stringOrNull(),
  /** `invalid` once the platform refuses the token: nothing is read until there is another one. */
  ...leaseColumns<"connected" | "invalid">(),
  lastReadAt: timestampOrNull(),
  /** How far the reading that is under way has come; null between readings. */
  readDay: stringOrNull(),
  /** Why the last reading failed, for its owner; null if it succeeded. */
  lastError: stringOrNull(),
  createdAt: timestamp(),
}) {}
