import { primaryKey, string, table } from "#app/database/columns.server.ts";

/** A strong key of a statement's rows as a keyed hash, with what the rows say. It outlives the file. */
export class StatementKey extends table("statementKeys", {
  statementId: primaryKey(string()),
  keyHash: primaryKey(string()),
  workspaceId: string(),
  /** Without anything that names a person, as JSON. */
  rows: string(),
}) {}
