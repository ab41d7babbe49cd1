import type { SubmissionsPage } from "./list-submissions.server.ts";

export type Neighbors = {
  previousId: string | null;
  nextId: string | null;
  /** "7 of 1,284" */
  position: string | null;
};

/**
 * The ids before and after one in the list, and its place there.
 * @param leftAt where on the page it stood before it left the list, by a decision that it no longer matches
 */
export function findNeighbors(
  { submissions, page, limit, total, hasMore, beforeId, afterId }: SubmissionsPage,
  submissionId: string,
  leftAt: number | null,
): Neighbors {
  const ids = submissions.map(({ id }) => id);
  const index = ids.indexOf(submissionId);
  if (index < 0) {
    if (leftAt === null) return { previousId: null, nextId: null, position: null };
    return { previousId: ids[leftAt - 1] ?? beforeId, nextId: ids[leftAt] ?? afterId, position: null };
  }
  const place = (page - 1) * limit + index + 1;
  const number = (value: number) => value.toLocaleString("en-US");
  return {
    previousId: ids[index - 1] ?? beforeId,
    nextId: ids[index + 1] ?? afterId,
    position: `${number(place)} of ${hasMore ? "more than " : ""}${number(total)}`,
  };
}
