import { Invalid } from "#app/lib/errors.ts";
import type { RecognizedColumn } from "./recognize-columns.ts";

/** What a column of a file means, and by what that was told. */
export type FileColumn<M extends string> = Omit<RecognizedColumn<M>, "from"> & {
  from: "heading" | "values" | "claims" | "remembered" | "user" | null;
};

/** The meanings that an owner chose, by column; null for a column that has none. */
export type ColumnAnswers<M extends string> = Readonly<Record<number, M | null>>;

/** The answer for this file comes first, then the one for an earlier file, then what is recognized. */
export function answerColumn<M extends string>(
  column: FileColumn<M>,
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

/** Adds later answers to earlier ones. A meaning is one column's: the one it was given last. */
export function mergeColumns<M extends string>(
  before: ColumnAnswers<M> | undefined,
  later: ColumnAnswers<M> | undefined,
): ColumnAnswers<M> {
  const meanings = new Set(Object.values<M | null>(later ?? {}).filter((meaning) => meaning !== null));
  const kept = Object.entries<M | null>(before ?? {}).filter(
    ([, meaning]) => meaning === null || !meanings.has(meaning),
  );
  return { ...Object.fromEntries(kept), ...later };
}

type ColumnChoices<M extends string> = readonly { index: number; meaning: M | "ignore" }[];

/**
 * The columns that an owner gave another meaning. What is left as it is read is no answer.
 * @throws {Invalid} if two columns got one meaning
 */
export function listChanges<M extends string>(
  given: ColumnChoices<M>,
  read: readonly Pick<FileColumn<M>, "index" | "meaning">[],
): ColumnAnswers<M> {
  const meanings = new Map(read.map(({ index, meaning }) => [index, meaning]));
  const changes = given
    .map(({ index, meaning }) => [index, meaning === "ignore" ? null : (meaning as M)] as const)
    .filter(([index, meaning]) => meaning !== meanings.get(index));
  const chosen = changes.flatMap(([, meaning]) => meaning ?? []);
  if (new Set(chosen).size < chosen.length)
    throw new Invalid([{ field: "columns", message: "Please give each meaning to one column only" }]);
  return Object.fromEntries(changes) as ColumnAnswers<M>;
}
