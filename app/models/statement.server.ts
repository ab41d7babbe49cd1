import type { NonAttribute } from "sequelize";
import {
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

/**
 * A file that a broker gives its affiliate. Its bytes are in `StatementPart`s, its rows in `StatementLine`s, what
 * was found in `StatementMatch`es. Unique is (workspaceId, platformId, activeHash).
 */
export class Statement extends table("statements", {
  id: id(),
  workspaceId: string(),
  platformId: string(),
  /** Who uploaded it; null for an API key. */
  userId: stringOrNull(),
  /** Grows with each matching: a decision names the one that it saw. */
  version: integer(),
  /** Without email addresses. */
  fileName: string(),
  /** SHA-256 of its bytes. */
  fileHash: string(),
  /** The hash while it counts as uploaded; null once it failed, was undone or its file was deleted. */
  activeHash: stringOrNull(),
  bytes: integer(),
  /** Which sheet is read; null until it is chosen. */
  sheet: integerOrNull(),
  /** Their names, as JSON. */
  sheets: string(),
  /** What its owner said of it: columns, order of dates, currency, zone, as JSON. */
  answers: string(),
  /** How it is read, as JSON; null until then. */
  columns: stringOrNull(),
  /** What matching found of the file as a whole, as JSON; null until then. */
  result: stringOrNull(),
  /** The matching whose matches and paid commissions are shown; null until one has ended. */
  matchingId: stringOrNull(),
  /** The matching whose readings of rows are shown; null until one has stored them. */
  readingId: stringOrNull(),
  rowCount: integer(),
  /** Why it failed, for its owner. */
  error: stringOrNull(),
  ...leaseColumns<"reading" | "columns" | "matching" | "ready" | "failed">(),
  /** How often it was taken over because its lease ran out, since it was last read or matched to the end. */
  lostLeases: withDefault(integer(), 0),
  createdAt: timestamp(),
  expiresAt: timestamp(),
  /** When its file and rows were deleted; its keys are kept. */
  fileDeletedAt: timestampOrNull(),
  decidedAt: timestampOrNull(),
  undoneAt: timestampOrNull(),
  /** When a member said that it lists all clients of its period. */
  completeAt: timestampOrNull(),
  completeByUserId: stringOrNull(),
}) {
  declare platform?: NonAttribute<{ id: string; name: string }>;
  declare uploadedBy?: NonAttribute<{ id: string; name: string } | null>;
  declare completeBy?: NonAttribute<{ id: string; name: string } | null>;
}
