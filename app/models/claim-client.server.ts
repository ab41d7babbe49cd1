import { id, string, table } from "#app/database/columns.server.ts";

/**
 * Where to look for a claim's client: a keyed hash in whose rows a matching has once found it. Whether it is still so
 * is in the rows. Unique is (submissionId, clientHash).
 */
export class ClaimClient extends table("claimClients", {
  id: id(),
  workspaceId: string(),
  submissionId: string(),
  clientHash: string(),
}) {}
