import { endpoint, post } from "#app/http/api/endpoint.server.ts";
import { BulkInput, BulkResponse } from "#app/schemas/bulk.ts";
import { decideSelection } from "#app/services/bulk/decide-selection.server.ts";
import { planBulk } from "#app/services/bulk/plan-bulk.server.ts";

const handle = endpoint(
  post({
    path: "/api/optin/dashboard/submissions/bulk",
    summary: "Decide many submissions: up to 100 at once, more in the background",
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
