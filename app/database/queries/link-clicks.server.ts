import { QueryTypes } from "sequelize";
import { sequelize } from "#app/database/connection.server.ts";
import { escapeValue } from "#app/database/dialect.server.ts";

type Counted = { linkId: string; number: number };
type OfBroker = { workspaceId: string; platformId: string };

const select = <T extends object>(sql: string): Promise<T[]> =>
  sequelize.query<T>(sql, { type: QueryTypes.SELECT, raw: true });

const byLink = (rows: Counted[]) => new Map(rows.map(({ linkId, number }) => [linkId, Number(number)]));

export async function clicksByLink(linkIds: readonly string[]): Promise<Map<string, number>> {
  if (linkIds.length === 0) return new Map();
  return byLink(
    await select<Counted>(
      `SELECT linkId, COUNT(*) AS number FROM linkClicks
       WHERE linkId IN (${linkIds.map(escapeValue).join(",")}) GROUP BY linkId`,
    ),
  );
}

/** The claims at a broker whose visit clicked each of its links. */
export const claimsByLink = async ({ workspaceId, platformId }: OfBroker): Promise<Map<string, number>> =>
  byLink(
    await select<Counted>(
      `SELECT c.linkId, COUNT(DISTINCT s.id) AS number
       FROM submissions s JOIN linkClicks c ON c.visitId = s.visitId AND c.workspaceId = s.workspaceId
       WHERE s.workspaceId = ${escapeValue(workspaceId)} AND s.visitId IS NOT NULL
         AND s.platformId = ${escapeValue(platformId)} GROUP BY c.linkId`,
    ),
  );

/** The clicks of each of a workspace's links that the broker has named with a deposit. */
export const depositsByLink = async (workspaceId: string): Promise<Map<string, number>> =>
  byLink(
    await select<Counted>(
      `SELECT c.linkId, COUNT(DISTINCT d.clickId) AS number
       FROM clickDeposits d JOIN linkClicks c ON c.id = d.clickId
       WHERE d.workspaceId = ${escapeValue(workspaceId)} GROUP BY c.linkId`,
    ),
  );

export type UnclaimedDeposit = {
  clickId: string;
  campaign: string | null;
  statementId: string | null;
  line: number | null;
};

/**
 * What a broker names with a click of its links whose visit has no claim there.
 * @param calledFrom the first id of what was called back and is still matched
 */
export const depositsWithoutClaim = (
  { workspaceId, platformId }: OfBroker,
  calledFrom: string,
): Promise<UnclaimedDeposit[]> =>
  select<UnclaimedDeposit>(
    `SELECT d.clickId, c.campaign, d.statementId, d.line
     FROM clickDeposits d
     JOIN linkClicks c ON c.id = d.clickId
     JOIN brokerLinks l ON l.id = c.linkId AND l.platformId = ${escapeValue(platformId)}
     LEFT JOIN submissions s ON s.workspaceId = d.workspaceId AND s.visitId = c.visitId
       AND s.platformId = l.platformId
     WHERE d.workspaceId = ${escapeValue(workspaceId)} AND s.id IS NULL
       AND (d.statementId IS NOT NULL OR d.id >= ${escapeValue(calledFrom)}) LIMIT 10000`,
  );
