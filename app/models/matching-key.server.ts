import { primaryKey, string, table } from "#app/database/columns.server.ts";

/** A key of a broker's row or of a claim, as a keyed hash: what shares one is matched together. */
export class MatchingKey extends table("matchingKeys", {
  platformId: primaryKey(string()),
  keyHash: primaryKey(string()),
  subjectId: primaryKey(string()),
  subject: string<"row" | "claim">(),
  workspaceId: string(),
}) {}
