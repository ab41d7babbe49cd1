import { endpoint, get } from "#app/http/api/endpoint.server.ts";
import { FileResponse } from "#app/http/api/file-response.server.ts";
import { listExportLimit } from "#app/http/limits/limits.server.ts";
import { dayIn } from "#app/lib/dates.ts";
import { consume } from "#app/lib/rate-limiter.server.ts";
import { toCsv } from "#app/presenters/submissions-csv.ts";
import { SubmissionsCsv, SubmissionsQuery } from "#app/schemas/submissions.ts";
import { oneExportAtATime } from "#app/services/accounts/running-exports.server.ts";
import { exportList } from "#app/services/submissions/export-submissions.server.ts";

const handle = endpoint(
  get({
    path: "/api/optin/dashboard/submissions/export",
    summary: "The filtered list as a CSV file; one at a time",
    auth: "user",
    action: "submissions:read",
    query: SubmissionsQuery,
    response: SubmissionsCsv,
    fileType: "text/csv; charset=utf-8",
    run: async ({ workspace, query }) => {
      await consume([listExportLimit(workspace.id)]);
      const parts = toCsv(exportList({ workspace, query }), workspace.timeZone);
      const name = `claims-${dayIn(workspace.timeZone, new Date())}.csv`;
      return new FileResponse(name, oneExportAtATime(`list ${workspace.id}`, parts));
    },
  }),
);

export const loader = handle;
export const action = handle;
