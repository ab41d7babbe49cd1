import { retryRead } from "#app/database/connection.server.ts";
import { findRows } from "#app/database/rows.server.ts";
import { LinkClick } from "#app/models/index.server.ts";

/** Which of these ids are of clicks on the workspace's broker links. */
export async function findIssuedClickIds(
  workspaceId: string,
  clickIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (clickIds.length === 0) return new Set();
  const where = { workspaceId, id: [...clickIds] };
  const clicks = await retryRead(() => findRows(LinkClick, { where, attributes: ["id"] }));
  return new Set(clicks.map(({ id }) => id));
}
