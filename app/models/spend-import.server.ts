import type { NonAttribute } from "sequelize";
import {
  boolean,
  id,
  integer,
  integerOrNull,
  leaseColumns,
  string,
  stringOrNull,
  table,
  timestamp,
  timestampOrNull,
  withDefault,
} from "#app/database/columns.server.ts";
import type { LeftOut } from "#app/lib/spend-files.ts";

/**
 * A file of an ad platform, or an amount that a member typed. A file's bytes are in `SpendImportPart`s. Unique is
 * (workspaceId, activeHash).
 */
export class SpendImport extends table("spendImports", {
  id: id(),
  workspaceId: string(),
  kind: string<"file" | "manual">(),
  /** Null for an API key. */
  userId: stringOrNull(),
  /** The file's name, or what the amount was spent on. */
  name: string(),
  /** `meta`, `google`, `tiktok`, `snapchat`; empty for an amount by hand, and until a file's is known. */
  adPlatform: string(),
  /** Empty where nobody said it. */
  accountId: string(),
  /** What an amount by hand was spent on, as claims have it. */
  source: stringOrNull(),
  /** Of an amount by hand, or of all rows in one currency. */
  amount: stringOrNull(),
  currency: stringOrNull(),
  fromDay: stringOrNull(),
  toDay: stringOrNull(),
  /** Whether its amounts are spread evenly over days, because it says none. */
  isSpread: boolean(),
  /** SHA-256 of its bytes while it counts as uploaded; null once it failed or its file was deleted. */
  activeHash: stringOrNull(),
  bytes: integer(),
  sheet: integerOrNull(),
  /** JSON: the names of sheets, what its owner said, how it is read, what came of it. */
  sheets: stringOrNull(),
  answers: stringOrNull(),
  columns: stringOrNull(),
  result: stringOrNull(),
  rowCount: integer(),
  /** Why it failed, for its owner. */
  error: stringOrNull(),
  ...leaseColumns<"reading" | "columns" | "ready" | "failed">(),
  /** How often it was taken over because its lease ran out, since it was last read or matched to the end. */
  lostLeases: withDefault(integer(), 0),
  createdAt: timestamp(),
  /** When the same file was uploaded last; null for the only time. */
  uploadedAt: timestampOrNull(),
  /** When its file was deleted; its rows are kept. */
  fileDeletedAt: timestampOrNull(),
}) {
  declare addedBy?: NonAttribute<{ id: string; name: string } | null>;
  /** What its rows add up to that no later file has replaced. */
  declare counted?: NonAttribute<{ amount: string; currency: string }[]>;
  /** What of it does not count, and why. */
  declare leftOut?: NonAttribute<LeftOut[]>;
}
