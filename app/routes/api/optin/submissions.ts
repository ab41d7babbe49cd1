import { endpoint, get } from "#app/http/api/endpoint.server.ts";
import { presentSubmission } from "#app/presenters/submission.ts";
import { SubmissionsQuery } from "#app/schemas/submission-query.ts";
import { SubmissionsResponse } from "#app/schemas/submissions.ts";
import { adPlatformName } from "#app/services/ad-platforms/registry.server.ts";
import { listSubmissions } from "#app/services/submissions/list-submissions.server.ts";

const handle = endpoint(
  get({
    path: "/api/optin/dashboard/submissions",
    summary: "List your submissions",
    description: "Ordered and filtered by the query, in pages.",
    auth: "user",
    action: "submissions:read",
    query: SubmissionsQuery,
    response: SubmissionsResponse,
    run: async ({ workspace, query }) => {
      const { submissions, total, hasMore, page, limit, pages } = await listSubmissions({
        workspace,
        query,
      });
      return {
        submissions: submissions.map((submission) => presentSubmission(submission, adPlatformName)),
        pagination: { total, page, limit, pages, ...(hasMore ? { hasMore } : {}) },
      };
    },
  }),
);

export const loader = handle;
export const action = handle;
