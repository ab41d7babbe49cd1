import { primaryKey, string, table } from "#app/database/columns.server.ts";

/** How far the claims have their words: all up to the id. */
export class SearchProgress extends table("searchProgress", {
  name: primaryKey(string<"claims">()),
  submissionId: string(),
}) {}
