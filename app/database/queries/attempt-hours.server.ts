import { escapeValue } from "#app/database/dialect.server.ts";
import { readValues, rowsOfSql } from "#app/database/values.server.ts";
import type { AttemptOutcome } from "#app/lib/domain.ts";

export type AttemptHour = { adPlatform: string; outcome: AttemptOutcome; hour: string; count: number };

/** Counts a workspace's attempts by outcome, platform and hour in UTC ("2026-11-20 09"). */
export async function countAttemptsByHour(workspaceId: string, since: Date): Promise<AttemptHour[]> {
  const { hours } = await readValues({
    hours: rowsOfSql<AttemptHour>(
      ["adPlatform", "outcome", "hour", "count"],
      `SELECT adPlatform, outcome, SUBSTR(\`at\`, 1, 13) AS hour, COUNT(*) AS \`count\` FROM deliveryAttempts
       WHERE workspaceId = ${escapeValue(workspaceId)} AND \`at\` >= ${escapeValue(since)} GROUP BY adPlatform, outcome, SUBSTR(\`at\`, 1, 13)`,
    ),
  });
  return hours;
}
