import { groupBy } from "#app/lib/group-by.ts";
import { escapeValue } from "./dialect.server.ts";

type Row = { id: string };

/** The ids of rows, for `IN (…)`. */
export const listIds = (rows: Row[]) => rows.map(({ id }) => escapeValue(id)).join(", ");

/** The value of each row by its id. Rows with the same value share a branch. */
export function caseById<R extends Row>(rows: R[], pick: (row: R) => string | number | null): string {
  const parts = [...groupBy(rows, pick)].map(
    ([value, group]) => `WHEN id IN (${listIds(group)}) THEN ${escapeValue(value)}`,
  );
  return `CASE ${parts.join(" ")} END`;
}
