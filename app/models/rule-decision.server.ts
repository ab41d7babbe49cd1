import { primaryKey, string, table, timestamp, timestampOrNull } from "#app/database/columns.server.ts";

/** A claim that a rule decided, also where it was undone since: a rule decides none twice. */
export class RuleDecision extends table("ruleDecisions", {
  submissionId: primaryKey(string()),
  ruleId: string(),
  workspaceId: string(),
  platformId: string(),
  /** The owner's day of it. */
  day: string(),
  decidedAt: timestamp(),
  /** When it turned out wrong: taken back, charged back, or contradicted by the broker. */
  doubtedAt: timestampOrNull(),
}) {}
