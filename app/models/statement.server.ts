import type { NonAttribute } from "sequelize";
import {
  integer,
  string,
  stringOrNull,
  table,
  timestamp,
  timestampOrNull,
  withDefault,
} from "#app/database/columns.server.ts";
import { importColumns } from "./import.server.ts";

/**
 * An import of a file that a broker gives its affiliate. Its rows are in `StatementLine`s, what was found in
 * `StatementMatch`es.
 */
export class Statement extends table(
  "statements",
  {
    ...importColumns<"statement", "reading" | "columns" | "matching" | "ready" | "failed">(),
    kind: withDefault(string<"statement">(), "statement"),
    sheets: string(),
    answers: string(),
    expiresAt: timestamp(),
    platformId: string(),
    /** Grows with each matching: a decision names the one that it saw. */
    version: integer(),
    /** SHA-256 of its bytes. */
    fileHash: string(),
    /** The matching whose matches and paid commissions are shown; null until one has ended. */
    matchingId: stringOrNull(),
    /** The matching whose readings of rows are shown; null until one has stored them. */
    readingId: stringOrNull(),
    decidedAt: timestampOrNull(),
    undoneAt: timestampOrNull(),
    /** When a member said that it lists all clients of its period. */
    completeAt: timestampOrNull(),
    completeByUserId: stringOrNull(),
  },
  { tableName: "imports", defaultScope: { where: { kind: "statement" } } },
) {
  declare platform?: NonAttribute<{ id: string; name: string }>;
  declare uploadedBy?: NonAttribute<{ id: string; name: string } | null>;
  declare completeBy?: NonAttribute<{ id: string; name: string } | null>;
}
