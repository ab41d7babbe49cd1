import { integer, primaryKey, string, table } from "#app/database/columns.server.ts";

/** A row of a statement as a matching read it, so that no request reads cells. An unreadable row has none. */
export class StatementReading extends table("statementReadings", {
  statementId: primaryKey(string()),
  /** The matching that read it. Shown are those that the statement names. */
  matchingId: primaryKey(string()),
  line: primaryKey(integer()),
  workspaceId: string(),
  /** What it says, as JSON. */
  facts: string(),
}) {}
