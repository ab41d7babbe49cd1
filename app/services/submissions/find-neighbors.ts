import { formatNumber } from "#app/lib/regional-formats.ts";
import type { SubmissionsPage } from "./list-submissions.server.ts";

/** A submission, and the page of the list that holds it. */
type Neighbor = { id: string; page: number };

export type Neighbors = {
  previous: Neighbor | null;
  next: Neighbor | null;
  /** "7 of 1,284" */
  position: string | null;
};

/**
 * The submissions before and after one in the list, and its place there.
 * @param leftAt where on the page it stood before it left the list, by a decision that it no longer matches
 */
export function findNeighbors(
  { submissions, page, limit, total, hasMore, beforeId, afterId }: SubmissionsPage,
  submissionId: string,
  leftAt: number | null,
): Neighbors {
  const ids = submissions.map(({ id }) => id);
  const neighbor = (here: string | undefined, beyond: string | null, otherPage: number): Neighbor | null => {
    if (here !== undefined) return { id: here, page };
    return beyond === null ? null : { id: beyond, page: otherPage };
  };
  const index = ids.indexOf(submissionId);
  if (index < 0) {
    if (leftAt === null) return { previous: null, next: null, position: null };
    return {
      previous: neighbor(ids[leftAt - 1], beforeId, page - 1),
      next: neighbor(ids[leftAt], afterId, page + 1),
      position: null,
    };
  }
  const place = (page - 1) * limit + index + 1;
  return {
    previous: neighbor(ids[index - 1], beforeId, page - 1),
    next: neighbor(ids[index + 1], afterId, page + 1),
    position: `${formatNumber(place)} of ${hasMore ? "more than " : ""}${formatNumber(total)}`,
  };
}
