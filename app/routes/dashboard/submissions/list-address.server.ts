import { withQuery } from "#app/lib/query-string.ts";
import type { BulkSelection } from "#app/services/bulk/bulk-selection.server.ts";
import { findPlatformNames } from "#app/services/platforms/platform-names.server.ts";
import { readSubmissionsQuery } from "./read-query.server.ts";

/** The selected claims: by id, or all that the filters of the address match; null for none. */
export async function selectionOf(
  workspaceId: string,
  { ids, all }: { ids: string[]; all: boolean },
  search: string,
): Promise<BulkSelection | null> {
  if (!all) return ids.length > 0 ? { ids } : null;
  const { query } = readSubmissionsQuery(new URLSearchParams(search), await findPlatformNames(workspaceId));
  const { page: _page, limit: _limit, sort: _sort, ...filter } = query;
  return { filter };
}

/** The filters of an address, without the place in the list. */
export const viewQuery = (search: string) =>
  withQuery(search, { page: null, open: null, at: null, exact: null }).slice(0, 1000);
