import { QueryTypes } from "sequelize";
import { sequelize } from "./connection.server.ts";

/** A row of an answer. Both are text. */
type Answer = { id: string; value: string };

type Question = {
  /** A SELECT of `id` and `value`; null while nobody needs the answer. */
  select: () => string | null;
  tell: (answer: Answer) => void;
};

const questions = new Set<Question>();

/**
 * Adds a question to the poll: what other processes change and time makes due is found by one query a second.
 * @returns a function that removes it
 */
export function addQuestion(question: Question): () => void {
  questions.add(question);
  return () => questions.delete(question);
}

/** Asks all questions with one query. */
export async function poll(): Promise<void> {
  const asked = [...questions].flatMap(({ select, tell }) => {
    const sql = select();
    return sql === null ? [] : [{ sql, tell }];
  });
  if (asked.length === 0) return;
  const parts = asked.map(
    ({ sql }, index) =>
      `SELECT ${index} AS question, CAST(id AS CHAR(36)) AS id, CAST(value AS CHAR(100)) AS value FROM (${sql}) AS part${index}`,
  );
  const answers = await sequelize.query<Answer & { question: number }>(parts.join(" UNION ALL "), {
    type: QueryTypes.SELECT,
  });
  for (const { question, ...answer } of answers) asked[Number(question)]?.tell(answer);
}

/** A question that has one answer while a condition holds. */
export const whether = (condition: string): string =>
  `SELECT '' AS id, '' AS value FROM (SELECT 1) AS one WHERE ${condition}`;
