import { retryRead } from "#app/database/connection.server.ts";
import { findRows } from "#app/database/rows.server.ts";
import { LinkClick } from "#app/models/index.server.ts";

/** A visit with more clicks than a person makes names the newest of them. */
const CLICKS_OF_VISIT_MAX = 50;
/** How many visits one query names. */
const CHUNK = 500;

/** The ids of the clicks on broker links that visits of claims have made, before a claim or after it. */
export async function findClicksOfVisits(
  workspaceId: string,
  claims: readonly { visitId: string | null }[],
): Promise<Map<string, string[]>> {
  const visits = [...new Set(claims.flatMap(({ visitId }) => visitId ?? []))];
  const found = new Map<string, string[]>();
  for (let at = 0; at < visits.length; at += CHUNK) {
    const visitId = visits.slice(at, at + CHUNK);
    const clicks = await retryRead(() =>
      findRows(LinkClick, {
        where: { workspaceId, visitId },
        attributes: ["id", "visitId"],
        order: [["createdAt", "DESC"]],
      }),
    );
    for (const { id, visitId } of clicks) {
      const ids = found.get(visitId as string) ?? [];
      if (ids.length < CLICKS_OF_VISIT_MAX) found.set(visitId as string, [...ids, id]);
    }
  }
  return found;
}
