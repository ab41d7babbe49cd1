import type { NonAttribute } from "sequelize";
import {
  integer,
  primaryKey,
  string,
  stringOrNull,
  table,
  withDefault,
} from "#app/database/columns.server.ts";
import type { Submission } from "./submission.server.ts";

/** One submission of a bulk job. Its outcome is written with its decision, so none is decided twice. */
export class BulkJobItem extends table("bulkJobItems", {
  jobId: primaryKey(string()),
  submissionId: primaryKey(string()),
  workspaceId: string(),
  outcome: string<"waiting" | "changed" | "unchanged" | "failed">(),
  /** What a statement verifies; null verifies what the visitor stated. */
  amount: stringOrNull(),
  currency: stringOrNull(),
  /** Why it failed, in words. */
  error: stringOrNull(),
  /** How often it failed for an unknown reason. */
  attemptCount: withDefault(integer(), 0),
}) {
  declare submission?: NonAttribute<Submission>;
}
