import { endpoint, post } from "#app/http/api/endpoint.server.ts";
import { BulkInput, BulkResponse } from "#app/schemas/bulk.ts";
import { decideSelection } from "#app/services/bulk/decide-selection.server.ts";
import { planBulk } from "#app/services/bulk/plan-bulk.server.ts";

const handle = endpoint(
  post({
    path: "/api/optin/dashboard/submissions/bulk",
    summary: "Decide many submissions: up to 100 at once, more in the background",
    description:
      "Choose submissions by ids or by the list's filters. Only pending ones are verified or rejected, and only rejected ones set back to pending, so that no single decision is overwritten. Up to 100 are decided before the response; for more it is a 202 with a job, whose progress GET /api/optin/dashboard/submissions/jobs/{id} returns. With dryRun nothing changes, and each chosen submission is counted once.",
    auth: "user",
    action: "submissions:write",
    body: BulkInput,
    example: { filter: { status: "pending" }, status: "rejected", reason: "not_found", dryRun: true },
    response: BulkResponse,
    isAccepted: (response) => "job" in response,
    run: async ({ access, workspace, body }) => {
      const { ids, filter, dryRun, ...decision } = body;
      const selection = { ids, filter };
      return dryRun
        ? planBulk({ workspace, selection, status: decision.status })
        : decideSelection({ workspace, access, selection, decision });
    },
  }),
);

export const loader = handle;
export const action = handle;
