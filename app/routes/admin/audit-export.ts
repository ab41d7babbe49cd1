import { requireAdmin } from "#app/http/auth/guards.server.ts";
import { sendFile } from "#app/http/file-response.server.ts";
import { parseInput } from "#app/http/forms/parse-input.server.ts";
import { page } from "#app/http/page.server.ts";
import { dayIn } from "#app/lib/dates.ts";
import { exportTypes } from "#app/lib/export-types.ts";
import { toAuditCsv } from "#app/presenters/admin.ts";
import { AuditQuery } from "#app/schemas/admin.ts";
import { exportAuditEntries } from "#app/services/audit-log/audit-log.server.ts";

export { action } from "./reject-post.server.ts";

/** The filtered audit log as a file. */
export const loader = page(requireAdmin, async ({ request, context, member }) => {
  const { timeZone } = member.workspace;
  const query = parseInput(AuditQuery, Object.fromEntries(new URL(request.url).searchParams));
  const name = `audit-log-${dayIn(timeZone, new Date())}.csv`;
  const parts = toAuditCsv(exportAuditEntries({ query, timeZone }));
  return sendFile({ name, type: exportTypes.csv, parts }, { request, context });
});
