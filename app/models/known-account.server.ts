import { primaryKey, string, table, timestamp } from "#app/database/columns.server.ts";

/** An account number of a claim's person, taught by the statement that decided the claim. */
export class KnownAccount extends table("knownAccounts", {
  submissionId: primaryKey(string()),
  /** Without separators and case, as matching compares it. */
  accountKey: primaryKey(string()),
  /** As the file has it. */
  account: string(),
  workspaceId: string(),
  platformId: string(),
  /** Keyed hashes: later claims of the person are found by them. */
  emailHash: string(),
  phoneHash: string(),
  fileName: string(),
  createdAt: timestamp(),
}) {}
