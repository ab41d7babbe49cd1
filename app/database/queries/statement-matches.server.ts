import { literal, Op, type WhereOptions } from "sequelize";
import { sequelize } from "#app/database/connection.server.ts";
import { eachOf, escapeValue, joinInOrder, likeEscape } from "#app/database/dialect.server.ts";

type StatementKey = { workspaceId: string; statementId: string };

/** The matching that a statement shows, so that one query sees no other. */
export const shownMatching = (statementId: string) =>
  literal(`(SELECT shown.matchingId FROM imports shown WHERE shown.id = ${escapeValue(statementId)})`);

/**
 * The rows that count: those of shown matchings, those whose statement has expired, and those of other
 * sources.
 */
export const isShown = (table: "PaidCommission" | "ClientFact") =>
  literal(`(\`${table}\`.\`statementId\` IS NULL OR EXISTS (
    SELECT 1 FROM imports shown
    WHERE shown.id = \`${table}\`.\`statementId\` AND shown.matchingId = \`${table}\`.\`matchingId\`))`);

/** The matches with a claim, named `s`, for which a condition is true. */
const hasClaim = (workspaceId: string, condition: string): string =>
  `EXISTS (SELECT 1 FROM ${eachOf("`StatementMatch`.`submissionIds`", "id")} claimed
     ${joinInOrder} submissions s ON s.id = claimed.value
     WHERE s.workspaceId = ${escapeValue(workspaceId)} AND ${condition})`;

/** The matches that are still to be decided. */
export const hasOpenClaim = (workspaceId: string) =>
  literal(hasClaim(workspaceId, "s.status = 'pending' AND s.withdrawnAt IS NULL"));

/** The matches of a statement in whose claims or rows each word of a search stands. */
export function isFoundMatch({ workspaceId, statementId }: StatementKey, search: string): WhereOptions {
  const words = search.match(/\S+/g) ?? [];
  return {
    [Op.and]: words.map((word) =>
      literal(
        `(${hasClaim(workspaceId, `(${inClaim(word)})`)} OR EXISTS (
           SELECT 1 FROM ${eachOf("`StatementMatch`.`lines`", "integer")} named
           ${joinInOrder} statementRows r ON r.statementId = ${escapeValue(statementId)} AND r.line = named.value
           WHERE ${like("r.cells", JSON.stringify(word).slice(1, -1))}))`,
      ),
    ),
  };
}

function inClaim(word: string): string {
  const digits = word.replace(/\D/g, "");
  const isPhone = digits.length >= 4 && !/[a-z@]/i.test(word);
  return [
    ...["s.email", "s.reference", "s.utmCampaign"].map((column) => like(column, word)),
    // Campaigns are counted in small letters.
    like("s.campaign", word.toLowerCase()),
    ...(isPhone ? [like("s.phone", digits)] : []),
  ].join(" OR ");
}

const like = (column: string, part: string): string =>
  `${column} LIKE ${sequelize.escape(`%${part.replace(/[\\%_]/g, "\\$&")}%`)} ${likeEscape}`;
