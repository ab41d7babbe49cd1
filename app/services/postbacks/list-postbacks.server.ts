import { Op } from "sequelize";
import { retryRead } from "#app/database/connection.server.ts";
import { findRows } from "#app/database/rows.server.ts";
import type { PostbackRefusal } from "#app/lib/postbacks.ts";
import { Evidence, Postback, RefusedPostback } from "#app/models/index.server.ts";
import { getPlatform } from "#app/services/platforms/list-platforms.server.ts";

const COLUMNS = [
  ...([
    "id",
    "receivedAt",
    "ip",
    "state",
    "query",
    "body",
    "bodyType",
    "outcome",
    "problem",
    "rowId",
  ] as const),
];
export type LoggedPostback = Pick<Postback, (typeof COLUMNS)[number]> & { evidenceId: string | null };

const PAGE = 50;

/** The calls of a broker in the log, the newest first. @throws {NotFound} no such broker */
export async function listPostbacks(
  broker: { workspaceId: string; platformId: string },
  { cursor, limit = PAGE }: { cursor?: string | undefined; limit?: number } = {},
): Promise<{ postbacks: LoggedPostback[]; nextCursor: string | null }> {
  await getPlatform(broker);
  const { workspaceId } = broker;
  const rows = await retryRead(() =>
    findRows(Postback, {
      where: { ...broker, ...(cursor === undefined ? {} : { id: { [Op.lt]: cursor } }) },
      attributes: COLUMNS,
      order: [["id", "DESC"]],
      limit,
    }),
  );
  const rowId = rows.flatMap((row) => row.rowId ?? []);
  const evidence =
    rowId.length > 0
      ? await retryRead(() =>
          findRows(Evidence, { where: { workspaceId, rowId }, attributes: ["id", "rowId"] }),
        )
      : [];
  const byRow = new Map(evidence.map(({ id, rowId: of }) => [of, id]));
  return {
    postbacks: rows.map((row) => ({ ...row, evidenceId: (row.rowId && byRow.get(row.rowId)) ?? null })),
    nextCursor: rows.length === limit ? (rows.at(-1)?.id ?? null) : null,
  };
}

/** How many calls of a broker were refused in the days of the log, by reason. */
export async function countRefusals(platformId: string): Promise<Partial<Record<PostbackRefusal, number>>> {
  const rows = await retryRead(() => RefusedPostback.findAll({ where: { platformId }, raw: true }));
  const counts: Partial<Record<PostbackRefusal, number>> = {};
  for (const { reason, count } of rows) counts[reason] = (counts[reason] ?? 0) + count;
  return counts;
}
