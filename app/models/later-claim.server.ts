import { primaryKey, string, table } from "#app/database/columns.server.ts";

/** A claim that came after a statement was uploaded, and that it confirms. */
export class LaterClaim extends table("laterClaims", {
  statementId: primaryKey(string()),
  submissionId: primaryKey(string()),
  workspaceId: string(),
}) {}
