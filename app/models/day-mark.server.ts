import { primaryKey, string, table } from "#app/database/columns.server.ts";

/** A day whose claims or spend changed since their money was added up: one row for each transaction that did. */
export class DayMark extends table("dayMarks", {
  workspaceId: primaryKey(string()),
  day: primaryKey(string()),
  /** Each mark is a row of its own: no transaction waits for another one or for the job. */
  id: primaryKey(string()),
}) {}
