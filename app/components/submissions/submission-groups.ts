import { DAY } from "#app/lib/dates.ts";
import { dayName } from "#app/lib/format-date.ts";
import type { SubmissionsQuery } from "#app/schemas/submission-query.ts";
import type { SubmissionResponse } from "#app/schemas/submissions.ts";
import type { View } from "./submission-state.ts";

type SubmissionGroup = { title: string | null; rows: SubmissionResponse[] };

/** Groups rows under headings for their order: by urgency, by status or by day. */
export function groupSubmissions(
  submissions: SubmissionResponse[],
  sort: SubmissionsQuery["sort"],
  view: View,
) {
  const groups: SubmissionGroup[] = [];
  for (const submission of submissions) {
    const title = getTitle(submission, sort, view);
    const last = groups.at(-1);
    if (last && last.title === title) last.rows.push(submission);
    else groups.push({ title, rows: [submission] });
  }
  return groups;
}

const statusTitles = { pending: "To check", handled: "Verified", rejected: "Rejected" };

function getTitle(submission: SubmissionResponse, sort: SubmissionsQuery["sort"], view: View): string | null {
  if (sort === "status" || sort === "-status") return statusTitles[submission.status];
  if (sort === "createdAt" || sort === "-createdAt") return dayName({ at: submission.createdAt, ...view });
  if (sort !== "sendBefore") return null;
  if (submission.status !== "pending") return "Decided";
  if (submission.brokerSays) return `Broker says: ${submission.brokerSays}`;
  if (submission.sendBefore === null) return "Later";
  const left = new Date(submission.sendBefore).getTime() - new Date(view.now).getTime();
  if (left <= 0) return "Too late to send";
  return left < DAY ? "Within 24 hours" : "Later";
}
