import { literal } from "sequelize";
import { announceDue } from "#app/database/announcements.server.ts";
import { inTransaction } from "#app/database/connection.server.ts";
import { has } from "#app/database/dialect.server.ts";
import { fromNow } from "#app/database/leases.server.ts";
import { Statement } from "#app/models/index.server.ts";

/**
 * Files that were matched before what their rows say, or what was found, or what they say of clients was
 * stored.
 */
const isOlder = (table: string) =>
  `kind = 'statement' AND state = 'ready' AND fileDeletedAt IS NULL AND dueAt IS NULL AND attemptCount = 0 AND (readingId IS NULL
     OR result NOT LIKE '%"hasFacts":true%' OR (
     EXISTS (SELECT 1 FROM statementMatches m WHERE m.statementId = ${table}.id AND m.matchingId = ${table}.matchingId
       AND m.matchGroup NOT IN ('unmatchedClaims', 'unreadable'))
     AND NOT EXISTS (SELECT 1 FROM evidence e WHERE e.statementId = ${table}.id AND e.matchingId = ${table}.matchingId)))`;

/** Whether there are such files. */
export const hasOlderFiles = (): string => has("imports", isOlder("imports"));

/** Has each of them matched once more, by which both are stored. */
export async function readOlderFiles(): Promise<void> {
  const where = literal(isOlder("imports"));
  await inTransaction(async (transaction) => {
    await Statement.update({ dueAt: fromNow(0) }, { where, transaction });
    announceDue(Statement, transaction);
  });
}
