import { primaryKey, string, table } from "#app/database/columns.server.ts";

/** A day of an ad platform of which a job is to work out what counts. */
export class SpendMark extends table("spendMarks", {
  workspaceId: primaryKey(string()),
  adPlatform: primaryKey(string()),
  day: primaryKey(string()),
}) {}
