import { Readable } from "node:stream";
import { createReadableStreamFromReadable } from "@remix-run/node";
import { requireAdmin } from "#app/http/auth/guards.server.ts";
import { parseInput } from "#app/http/forms/parse-input.server.ts";
import { page } from "#app/http/page.server.ts";
import { dayIn } from "#app/lib/dates.ts";
import { toAuditCsv } from "#app/presenters/admin.ts";
import { AuditQuery } from "#app/schemas/admin.ts";
import { exportAuditEntries } from "#app/services/audit-log/audit-log.server.ts";

export { action } from "./no-action.server.ts";

/** The filtered audit log as a file. */
export const loader = page(requireAdmin, async ({ request, member }) => {
  const { workspace } = member;
  const { timeZone } = workspace;
  const query = parseInput(AuditQuery, Object.fromEntries(new URL(request.url).searchParams));
  const parts = toAuditCsv(exportAuditEntries({ query, timeZone }));
  return new Response(createReadableStreamFromReadable(Readable.from(parts)), {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="audit-log-${dayIn(timeZone, new Date())}.csv"`,
      "Cache-Control": "private, no-store, no-transform",
    },
  });
});
