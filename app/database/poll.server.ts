import { QueryTypes } from "sequelize";
import { firstIdAt } from "#app/lib/ids.ts";
import { log } from "#app/lib/log.server.ts";
import { COMMITTED_WITHIN_MS, sequelize } from "./connection.server.ts";
import { isPassing } from "./errors.server.ts";

/** A row of an answer. Both are text. */
type Answer = { id: string; value: string };

type Question = {
  /** A SELECT of `id` and `value`; null while nobody needs the answer. */
  select: () => string | null;
  tell: (answer: Answer) => void;
};
type PolledQuestion = { sql: string; tell: Question["tell"] };

const questions = new Set<Question>();
/** When the last poll began that succeeded. */
let polledAt = Date.now();

/** The time since which rows may be new to this process, also after polls that failed. */
export const polledUntil = (): Date => new Date(Math.min(polledAt, Date.now()) - COMMITTED_WITHIN_MS);

/** The first id of that time. */
export const firstNewId = (): string => firstIdAt(polledUntil());

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
  const beganAt = Date.now();
  const asked = [...questions].flatMap(({ select, tell }) => {
    const sql = select();
    return sql === null ? [] : [{ sql, tell }];
  });
  try {
    await ask(asked);
  } catch (error) {
    if (isPassing(error)) throw error;
    // One that goes wrong must not keep the others from their answers.
    for (const one of asked)
      await ask([one]).catch((err: unknown) =>
        log.error({ err, sql: one.sql }, "a question of the poll failed"),
      );
  }
  polledAt = beganAt;
}

async function ask(asked: PolledQuestion[]): Promise<void> {
  if (asked.length === 0) return;
  const parts = asked.map(
    ({ sql }, index) =>
      `SELECT ${index} AS question, CAST(id AS CHAR(60)) AS id, CAST(value AS CHAR(100)) AS value FROM (${sql}) AS part${index}`,
  );
  const answers = await sequelize.query<Answer & { question: number }>(parts.join(" UNION ALL "), {
    type: QueryTypes.SELECT,
  });
  for (const { question, ...answer } of answers) asked[Number(question)]?.tell(answer);
}

/** A question that has one answer while a condition holds. */
export const whether = (condition: string): string =>
  `SELECT '' AS id, '' AS value FROM (SELECT 1) AS one WHERE ${condition}`;
