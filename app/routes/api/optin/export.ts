import { endpoint, get } from "#app/http/api/endpoint.server.ts";
import { FileResponse } from "#app/http/file-response.server.ts";
import { listExportLimit } from "#app/http/limits/limits.server.ts";
import { exportTypes } from "#app/lib/export-types.ts";
import { consume } from "#app/lib/rate-limiter.server.ts";
import { ExportQuery } from "#app/schemas/submission-query.ts";
import { SubmissionsCsv } from "#app/schemas/submissions.ts";
import { openList } from "#app/services/list-exports/list-exports.server.ts";

const handle = endpoint(
  get({
    path: "/api/optin/dashboard/submissions/export",
    summary: "The filtered list as a CSV or XLSX file; one at a time",
    description:
      "Takes the filters of the list and returns all that match, not only a page. The file is made while it is sent.",
    auth: "user",
    action: "submissions:read",
    memberAction: "submissions:export",
    query: ExportQuery,
    response: SubmissionsCsv,
    fileType: exportTypes.csv,
    otherFileTypes: [exportTypes.xlsx],
    run: async ({ workspace, query: { format, separator, ...query } }) => {
      await consume([listExportLimit(workspace.id)]);
      const csv = { separator, hasByteOrderMark: false };
      return new FileResponse(await openList({ workspace, query, format, csv }));
    },
  }),
);

export const loader = handle;
export const action = handle;
