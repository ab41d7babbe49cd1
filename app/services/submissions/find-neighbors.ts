import type { SubmissionsPage } from "./list-submissions.server.ts";

/** The ids before and after one on a list's page, and its place in the whole list: "7 of 1,284". */
export function findNeighbors(
  { submissions, page, limit, total, hasMore }: SubmissionsPage,
  submissionId: string,
): { previousId: string | null; nextId: string | null; position: string | null } {
  const index = submissions.findIndex(({ id }) => id === submissionId);
  if (index < 0) return { previousId: null, nextId: null, position: null };
  const place = (page - 1) * limit + index + 1;
  const number = (value: number) => value.toLocaleString("en-US");
  return {
    previousId: submissions[index - 1]?.id ?? null,
    nextId: submissions[index + 1]?.id ?? null,
    position: hasMore ? null : `${number(place)} of ${number(total)}`,
  };
}
