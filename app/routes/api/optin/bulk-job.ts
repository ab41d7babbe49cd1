import { endpoint, get } from "#app/http/api/endpoint.server.ts";
import { BulkJobResponse } from "#app/schemas/bulk.ts";
import { idParams } from "#app/schemas/shared/params.ts";
import { getBulkJob } from "#app/services/bulk/bulk-jobs.server.ts";

const handle = endpoint(
  get({
    path: "/api/optin/dashboard/submissions/jobs/{id}",
    summary: "How far a bulk decision is, and why some failed",
    description:
      "Ask again until its state is done. The first hundred errors are listed with their submission.",
    auth: "user",
    action: "submissions:read",
    params: idParams("job"),
    response: BulkJobResponse,
    errors: { 404: ["not_found"] },
    run: ({ workspace, params }) => getBulkJob({ workspaceId: workspace.id, jobId: params.id }),
  }),
);

export const loader = handle;
export const action = handle;
