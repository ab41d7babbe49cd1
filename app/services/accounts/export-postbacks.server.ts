import { Op } from "sequelize";
import { retryRead } from "#app/database/connection.server.ts";
import { findRows } from "#app/database/rows.server.ts";
import { Postback, PostbackAddress } from "#app/models/index.server.ts";
import type { Membership } from "#app/services/workspaces/memberships.server.ts";
import { isAllowed } from "#app/services/workspaces/policy.ts";

const PAGE = 500;
const CALL = ["id", "platformId", "receivedAt", "query", "body", "outcome"] as const;
const SETTINGS = [
  ...([
    "id",
    "platformId",
    "secretKind",
    "ips",
    "system",
    "answer",
    "fields",
    "amountIn",
    "currency",
  ] as const),
  ...(["timeZone", "dateOrder", "kinds", "createdAt", "updatedAt"] as const),
] as const;

/** How a workspace's brokers call back, without what lets somebody call. */
export async function* exportPostbackSettings({
  workspace,
  role,
}: Membership): AsyncGenerator<Pick<PostbackAddress, (typeof SETTINGS)[number]>[]> {
  if (!isAllowed(role, "workspace:export")) return;
  yield await retryRead(() =>
    findRows(PostbackAddress, { where: { workspaceId: workspace.id }, attributes: SETTINGS }),
  );
}

/** The calls of the log. */
export async function* exportPostbacks({
  workspace,
  role,
}: Membership): AsyncGenerator<Pick<Postback, (typeof CALL)[number]>[]> {
  if (!isAllowed(role, "workspace:export")) return;
  for (let last = ""; ; ) {
    const where = { workspaceId: workspace.id, id: { [Op.gt]: last } };
    const rows = await retryRead(() =>
      findRows(Postback, { where, attributes: CALL, order: [["id", "ASC"]], limit: PAGE }),
    );
    yield rows;
    last = rows.at(-1)?.id ?? last;
    if (rows.length < PAGE) return;
  }
}
