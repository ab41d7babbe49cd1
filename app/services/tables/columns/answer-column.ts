import type { RecognizedColumn } from "./recognize-columns.ts";

/** What a column of a file means, and by what that was told. */
export type FileColumn<M extends string> = Omit<RecognizedColumn<M>, "from"> & {
  from: "heading" | "values" | "remembered" | "user" | null;
};

/** The meanings that an owner chose, by column; null for a column that has none. */
export type ColumnAnswers<M extends string> = Readonly<Record<number, M | null>>;

/** The answer for this file comes first, then the one for an earlier file, then what is recognized. */
export function answerColumn<M extends string>(
  column: RecognizedColumn<M>,
  answers: ColumnAnswers<M> | undefined,
  remembered: ColumnAnswers<M> | undefined,
): FileColumn<M> {
  const answer = answers?.[column.index];
  if (answer !== undefined) return { ...column, meaning: answer, from: "user" };
  const before = remembered?.[column.index];
  const told = before === undefined ? column : { ...column, meaning: before, from: "remembered" as const };
  // What was said of another column is no longer this one's.
  const others = [answers, before === undefined ? remembered : undefined];
  const isTaken = others.some((columns) => Object.values(columns ?? {}).includes(told.meaning));
  return isTaken ? { ...told, meaning: null, from: null } : told;
}
