import { isId } from "./ids.ts";

/** Where a list of changes is: after the row with this id among those that changed at this time. */
export type ChangePlace = { at: Date; id: string };

/** A place, and from when on the changes are asked for again once this list is read to its end. */
export type ChangeCursor = { place: ChangePlace; againFrom: Date | null };

/**
 * A change is visible once its transaction has committed, which may be so long after its time: until then the
 * changes of this time are given again.
 */
export const OVERLAP_MS = 60_000;

/** The text of a cursor in a URL. */
export function formatChangeCursor({ place: { at, id }, againFrom }: ChangeCursor): string {
  const times = [at, againFrom].map((time) => (time ? time.getTime().toString(36) : ""));
  return [...times, id].join("_");
}

/** Reads a cursor from a URL. Null if the text is not a valid cursor. */
export function parseChangeCursor(text: string): ChangeCursor | null {
  const [, at, againFrom, id = ""] = /^([0-9a-z]{1,9})_([0-9a-z]{0,9})_([\w-]*)$/.exec(text) ?? [];
  if (at === undefined || (id !== "" && !isId(id))) return null;
  const toTime = (digits: string) => new Date(Number.parseInt(digits, 36));
  return { place: { at: toTime(at), id }, againFrom: againFrom ? toTime(againFrom) : null };
}

/** By time, then by id. */
export const compareChanges = (a: ChangePlace, b: ChangePlace): number =>
  +a.at - +b.at || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);

type Page = {
  limit: number;
  cursor: ChangeCursor;
  /** When the first of them was looked for: what has become visible since may be before the last. */
  now: Date;
};

/** A page of the changes after a cursor, of which one more than the limit shows that there are more. */
export function takeChanges<Change extends ChangePlace>(
  changes: Change[],
  { limit, cursor: { place, againFrom }, now }: Page,
): { taken: Change[]; hasMore: boolean; cursor: ChangeCursor } {
  const taken = changes.slice(0, limit);
  const hasMore = changes.length > limit;
  const { at, id } = taken.at(-1) ?? place;
  const from = againFrom ?? new Date(Math.max(+place.at, +now - OVERLAP_MS));
  if (hasMore) return { taken, hasMore, cursor: { place: { at, id }, againFrom: from } };
  const next = at < from ? { at, id } : { at: from, id: "" };
  return { taken, hasMore, cursor: { place: next, againFrom: null } };
}
