import { integer, primaryKey, string, table } from "#app/database/columns.server.ts";

/** A day whose claims or spend changed since their money was added up. */
export class DayMark extends table("dayMarks", {
  workspaceId: primaryKey(string()),
  day: primaryKey(string()),
  /** Grows with each change: a mark that grew while the day was added up stays. */
  version: integer(),
}) {}
