import { integer, primaryKey, string, stringOrNull, table } from "#app/database/columns.server.ts";

/** One signed record of a submission, linked to the previous one. Only its salt can be deleted. */
export class ProofEntry extends table("proofEntries", {
  submissionId: primaryKey(string()),
  number: primaryKey(integer()),
  workspaceId: string(),
  /** The JSON that is signed. */
  record: string(),
  keyId: string(),
  signature: string(),
  /** Null once the personal values are erased. */
  salt: stringOrNull(),
}) {}
