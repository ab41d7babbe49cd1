import { requireAdmin } from "#app/http/auth/guards.server.ts";
import { sendFile } from "#app/http/file-response.server.ts";
import { page } from "#app/http/page.server.ts";
import { regionalCsv } from "#app/lib/csv.ts";
import { dayIn } from "#app/lib/dates.ts";
import { exportTypes } from "#app/lib/export-types.ts";
import { writeListFile } from "#app/lib/list-file.server.ts";
import { toAuditTable } from "#app/presenters/admin.ts";
import { AuditExportQuery } from "#app/schemas/admin.ts";
import { parseInput } from "#app/schemas/shared/parse-input.ts";
import { exportAuditEntries } from "#app/services/audit-log/audit-log.server.ts";
import { readAuditQuery } from "./audit-query.server.ts";

export { action } from "./reject-post.server.ts";

/** The filtered audit log as a file. */
export const loader = page(requireAdmin, async ({ request, context, member }) => {
  const { timeZone } = member.workspace;
  const { query } = readAuditQuery(request, timeZone);
  const sent = Object.fromEntries(new URL(request.url).searchParams);
  // The page leaves out a filter that it cannot read; a file has to be refused.
  const { format } = parseInput(AuditExportQuery.pick({ format: true, user: true }), sent);
  const table = toAuditTable(exportAuditEntries({ query, timeZone }));
  return sendFile(
    {
      name: `audit-log-${dayIn(timeZone, new Date())}.${format}`,
      type: exportTypes[format],
      parts: writeListFile(table, { format, csv: regionalCsv(member.workspace) }),
    },
    { request, context },
  );
});
