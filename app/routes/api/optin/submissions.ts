import { presentChanges, readChangeCursor } from "#app/http/api/changes.server.ts";
import { endpoint, get } from "#app/http/api/endpoint.server.ts";
import { presentSubmission } from "#app/presenters/submission.ts";
import { SubmissionListQuery } from "#app/schemas/submission-query.ts";
import { SubmissionsResponse } from "#app/schemas/submissions.ts";
import { adPlatformName } from "#app/services/ad-platforms/registry.server.ts";
import { listChangedSubmissions } from "#app/services/submissions/list-changed-submissions.server.ts";
import { listSubmissions } from "#app/services/submissions/list-submissions.server.ts";
import type { ListedSubmission } from "#app/services/submissions/listed-submissions.server.ts";

const handle = endpoint(
  get({
    path: "/api/optin/dashboard/submissions",
    summary: "List your submissions",
    description:
      "Ordered and filtered by the query, in pages. With updatedSince it lists what has changed since, the earliest change first.",
    auth: "user",
    action: "submissions:read",
    query: SubmissionListQuery,
    response: SubmissionsResponse,
    run: async ({ workspace, query: { updatedSince, cursor: sent, ...query } }) => {
      const present = (submission: ListedSubmission) => presentSubmission(submission, adPlatformName);
      const cursor = readChangeCursor(workspace.timeZone, { updatedSince, cursor: sent });
      if (cursor) {
        const { submissions, ...changes } = await listChangedSubmissions({ workspace, query, cursor });
        const { limit } = query;
        const pagination = presentChanges({ count: submissions.length, limit, ...changes });
        return { submissions: submissions.map(present), pagination };
      }
      const { submissions, total, hasMore, page, limit, pages } = await listSubmissions({
        workspace,
        query,
      });
      return {
        submissions: submissions.map(present),
        pagination: { total, page, limit, pages, ...(hasMore ? { hasMore } : {}) },
      };
    },
  }),
);

export const loader = handle;
export const action = handle;
