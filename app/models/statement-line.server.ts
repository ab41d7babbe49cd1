import { integer, primaryKey, string, table } from "#app/database/columns.server.ts";

/** A row of a statement as its file has it, title lines and totals included. */
export class StatementLine extends table("statementRows", {
  statementId: primaryKey(string()),
  line: primaryKey(integer()),
  /** Text and numbers, as JSON. */
  cells: string(),
}) {}
