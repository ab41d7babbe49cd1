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

/** Whose rows a file has, or `manual` for an amount that a member typed, which has no file. */
export type ImportKindName = "statement" | "file" | "manual";

/** The columns that files of all kinds have: the file, what was said of it, how it is read, the work on it. */
export const importColumns = <Kind extends ImportKindName, State extends string>() => ({
  id: id(),
  workspaceId: string(),
  /** `file` is an ad platform's. */
  kind: string<Kind>(),
  /** Who uploaded it; null for an API key. */
  userId: stringOrNull(),
  /** The file's name without email addresses, or what an amount was spent on. */
  name: string(),
  /**
   * The SHA-256 of its bytes while it counts as uploaded; null once it failed, was undone or its file was deleted.
   * Unique is a workspace's of a kind, for each broker.
   */
  activeHash: stringOrNull(),
  bytes: integer(),
  /** Which sheet is read; null until it is chosen. */
  sheet: integerOrNull(),
  /** Their names, as JSON. */
  sheets: stringOrNull(),
  /** What its owner said of it: columns, order of dates, currency, zone, as JSON. */
  answers: stringOrNull(),
  /** How it is read, as JSON; null until then. */
  columns: stringOrNull(),
  /** What came of it as a whole, as JSON; null until then. */
  result: stringOrNull(),
  rowCount: integer(),
  /** Why it failed, for its owner. */
  error: stringOrNull(),
  ...leaseColumns<State>(),
  /** How often it was taken over because its lease ran out, since work on it ended last. */
  lostLeases: withDefault(integer(), 0),
  createdAt: timestamp(),
  /** When its file is deleted; null for an amount. */
  expiresAt: timestampOrNull(),
  /** When its file was deleted; what came of it is kept. */
  fileDeletedAt: timestampOrNull(),
});

/** A file of any kind, for the steps that all have. Its bytes are in `ImportPart`s. */
export class Import extends table(
  "imports",
  importColumns<ImportKindName, "reading" | "columns" | "matching" | "ready" | "failed">(),
) {}
