import { id, integer, real, string, stringOrNull, table } from "#app/database/columns.server.ts";
import type { ListedGroup } from "#app/lib/statements.ts";

/** Something that matching found in a statement: claims with the lines that confirm them, or one side alone. */
export class StatementMatch extends table("statementMatches", {
  id: id(),
  statementId: string(),
  workspaceId: string(),
  /** What found it. It is shown once the statement names it. */
  matchingId: string(),
  /** Its place in its group. */
  number: integer(),
  matchGroup: string<ListedGroup>(),
  /** As JSON. */
  submissionIds: string(),
  /** As JSON. */
  lines: string(),
  /** What a decision stores; null stores what the visitor stated. */
  verifiedAmount: stringOrNull(),
  currency: stringOrNull(),
  score: real(),
  /** Its reasons, and what else its group shows, as JSON. */
  details: string(),
}) {}
