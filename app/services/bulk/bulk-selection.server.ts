import { Op, type WhereOptions } from "sequelize";
import { readDateRange } from "#app/lib/date-range.ts";
import type { SubmissionStatus } from "#app/lib/domain.ts";
import type { Workspace } from "#app/models/index.server.ts";
import type { BulkInput } from "#app/schemas/bulk.ts";
import type { SubmissionsQuery } from "#app/schemas/submission-query.ts";
import { toSubmissionWhere } from "#app/services/submissions/submission-filter.server.ts";

export type BulkSelection = Pick<BulkInput, "ids" | "filter"> & {
  /** Leaves out submissions that came after the plan of a filter. */
  until?: Date;
};

/**
 * Only pending submissions are decided together, and only rejected ones reset, so that no single decision is
 * overwritten.
 */
export const changedFrom = (status: SubmissionStatus): SubmissionStatus =>
  status === "pending" ? "rejected" : "pending";

/** The condition of the selected submissions: by id, or all that a filter matches. */
export async function toSelectionWhere(
  { id: workspaceId, timeZone }: Pick<Workspace, "id" | "timeZone">,
  { ids, filter, until }: BulkSelection,
): Promise<WhereOptions> {
  if (ids) return { workspaceId, id: ids };
  const matched = await toSubmissionWhere(
    workspaceId,
    filter as SubmissionsQuery,
    readDateRange(timeZone, filter ?? {}),
  );
  return until ? { [Op.and]: [matched, { createdAt: { [Op.lte]: until } }] } : matched;
}
