import { primaryKey, string, table } from "#app/database/columns.server.ts";

/** The beginning of a word of a claim, with the text that follows it: a search reads them by their beginning. */
export class SearchWord extends table("searchWords", {
  workspaceId: primaryKey(string()),
  word: primaryKey(string()),
  submissionId: primaryKey(string()),
}) {}
