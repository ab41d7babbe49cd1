import { validFilters } from "#app/http/forms/valid-filters.server.ts";
import { AuditQuery } from "#app/schemas/admin.ts";

/** The filters of the audit log as the page names them. */
const LABELS: Record<keyof AuditQuery, string> = {
  page: "Page",
  action: "What",
  search: "Search",
  user: "User",
  from: "From",
  to: "To",
};

/** The audit log of an address, on its page and in its file. */
export function readAuditQuery(request: Request, timeZone: string): { query: AuditQuery; ignored: string[] } {
  const { searchParams } = new URL(request.url);
  const { valid, ignored } = validFilters(AuditQuery, LABELS, searchParams, timeZone);
  return { query: AuditQuery.parse(valid), ignored };
}
