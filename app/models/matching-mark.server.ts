import { primaryKey, string, table } from "#app/database/columns.server.ts";

/** A broker's row or a claim that changed since it was matched. */
export class MatchingMark extends table("matchingMarks", {
  platformId: primaryKey(string()),
  /** Each mark is a row of its own: no transaction waits for another one or for the job. */
  id: primaryKey(string()),
  workspaceId: string(),
  subjectId: string(),
}) {}
