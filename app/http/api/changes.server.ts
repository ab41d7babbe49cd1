import { type ChangeCursor, formatChangeCursor } from "#app/lib/change-cursor.ts";
import { readDateRange } from "#app/lib/date-range.ts";
import type { PaginationResponse } from "#app/schemas/shared/query.ts";

/** What a cursor has room for: nine digits. */
const LAST_MS = 36 ** 9 - 1;

type Since = { updatedSince?: string; cursor?: ChangeCursor };

/** Where a query asks for changes from: null if it does not. A day begins in the time zone. */
export function readChangeCursor(timeZone: string, { updatedSince, cursor }: Since): ChangeCursor | null {
  if (cursor) return cursor;
  const { from } = readDateRange(timeZone, { from: updatedSince });
  if (!from) return null;
  const at = new Date(Math.min(Math.max(+from, 0), LAST_MS));
  return { place: { at, id: "" }, againFrom: null };
}

type Changes = { count: number; limit: number; cursor: ChangeCursor; hasMore: boolean };

/** The pagination of a list of changes, which are not counted. */
export const presentChanges = ({ count, limit, cursor, hasMore }: Changes): PaginationResponse => ({
  total: hasMore ? count + 1 : count,
  page: 1,
  limit,
  pages: hasMore ? 2 : 1,
  hasMore,
  cursor: formatChangeCursor(cursor),
});
