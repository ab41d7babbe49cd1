import { QueryTypes } from "sequelize";
import { sequelize } from "#app/database/connection.server.ts";
import { escapeValue } from "#app/database/dialect.server.ts";
import type { AttemptOutcome } from "#app/lib/domain.ts";

export type AttemptHour = { adPlatform: string; outcome: AttemptOutcome; hour: string; count: number };

/** Counts a workspace's attempts by outcome, platform and hour in UTC ("2026-11-20 09"). */
export async function countAttemptsByHour(workspaceId: string, since: Date): Promise<AttemptHour[]> {
  const rows = await sequelize.query<AttemptHour>(
    `SELECT adPlatform, outcome, SUBSTR(\`at\`, 1, 13) AS hour, COUNT(*) AS \`count\` FROM deliveryAttempts
     WHERE workspaceId = :workspaceId AND \`at\` >= ${escapeValue(since)} GROUP BY adPlatform, outcome, SUBSTR(\`at\`, 1, 13)`,
    { type: QueryTypes.SELECT, replacements: { workspaceId } },
  );
  return rows.map((row) => ({ ...row, count: Number(row.count) }));
}
