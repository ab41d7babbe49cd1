import { endpoint, get } from "#app/http/api/endpoint.server.ts";
import { FileResponse } from "#app/http/api/file-response.server.ts";
import { listExportLimit } from "#app/http/limits/limits.server.ts";
import { dayIn } from "#app/lib/dates.ts";
import { exportTypes } from "#app/lib/export-types.ts";
import { consume } from "#app/lib/rate-limiter.server.ts";
import { ExportQuery } from "#app/schemas/submission-query.ts";
import { SubmissionsCsv } from "#app/schemas/submissions.ts";
import { oneExportAtATime } from "#app/services/accounts/running-exports.server.ts";
import { exportList } from "#app/services/submissions/export-submissions.server.ts";
import { toListFile } from "#app/services/submissions/list-files.server.ts";

const handle = endpoint(
  get({
    path: "/api/optin/dashboard/submissions/export",
    summary: "The filtered list as a CSV or XLSX file; one at a time",
    auth: "user",
    action: "submissions:read",
    memberAction: "submissions:export",
    query: ExportQuery,
    response: SubmissionsCsv,
    fileType: exportTypes.csv,
    otherFileTypes: [exportTypes.xlsx],
    run: async ({ workspace, query: { format, ...query } }) => {
      await consume([listExportLimit(workspace.id)]);
      const parts = toListFile(format, exportList({ workspace, query }), workspace.timeZone);
      const name = `claims-${dayIn(workspace.timeZone, new Date())}.${format}`;
      return new FileResponse(name, oneExportAtATime(`list ${workspace.id}`, parts), exportTypes[format]);
    },
  }),
);

export const loader = handle;
export const action = handle;
