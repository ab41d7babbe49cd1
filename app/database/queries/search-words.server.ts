import { QueryTypes } from "sequelize";
import { sequelize } from "#app/database/connection.server.ts";
import { escapeValue, notByIndex } from "#app/database/dialect.server.ts";

export type WordQuery = { begins: string[]; exactly: string[] };

/** The condition of words `w`: a range of the index for each. */
const isOneOf = ({ begins, exactly }: WordQuery): string =>
  [
    ...begins.map(
      (text) => `(w.word >= ${escapeValue(text)} AND w.word < ${escapeValue(`${text}\u{10ffff}`)})`,
    ),
    ...exactly.map((text) => `w.word = ${escapeValue(text)}`),
  ].join(" OR ");

/** A SELECT of the ids of claims that have one of the words. */
export const selectByWords = (workspaceId: string, query: WordQuery): string =>
  `SELECT DISTINCT w.submissionId AS id FROM searchWords w WHERE w.workspaceId = ${escapeValue(workspaceId)} AND (${isOneOf(query)})`;

/**
 * The condition that a claim has one of the words, for lists that read many claims in their order. `LIMIT`
 * keeps MySQL from collecting all claims that have one first.
 */
export const hasWords = (workspaceId: string, query: WordQuery): string =>
  `(SELECT 1 FROM searchWords w WHERE w.submissionId = \`Submission\`.\`id\` AND ${notByIndex("w.workspaceId")} = ${escapeValue(workspaceId)} AND (${isOneOf(query)}) LIMIT 1) IS NOT NULL`;

/** The condition that a claim has no words yet. */
export const hasNoWords = (submission: string): string =>
  `(SELECT 1 FROM searchWords w WHERE w.submissionId = ${submission}.\`id\` LIMIT 1) IS NULL`;

/** The ids that any of the SELECTs finds. Each may find up to `limit`. */
export async function findAnyIds(selects: string[], limit: number): Promise<string[]> {
  const parts = selects.map((select) => `SELECT id FROM (${select} LIMIT ${limit}) AS part`);
  const rows = await sequelize.query<{ id: string }>(parts.join(" UNION "), {
    type: QueryTypes.SELECT,
    raw: true,
  });
  return rows.map(({ id }) => id);
}

/** Whether a SELECT finds fewer rows than `limit`. */
export async function isFewerThan(limit: number, select: string): Promise<boolean> {
  const [row] = await sequelize.query<{ found: number | string }>(
    `SELECT COUNT(*) AS found FROM (${select} LIMIT ${limit}) AS part`,
    { type: QueryTypes.SELECT, raw: true },
  );
  return Number(row?.found) < limit;
}

/** The next claims after an id, in the order of ids, that have no words yet. */
export async function findWithoutWords(after: string, limit: number): Promise<string[]> {
  const rows = await sequelize.query<{ id: string }>(
    `SELECT s.id FROM submissions s WHERE s.id > ${escapeValue(after)}
       AND ${hasNoWords("s")}
     ORDER BY s.id LIMIT ${limit}`,
    { type: QueryTypes.SELECT, raw: true },
  );
  return rows.map(({ id }) => id);
}
