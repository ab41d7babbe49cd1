import { retryRead } from "#app/database/connection.server.ts";
import { findRows } from "#app/database/rows.server.ts";
import { BrokerConnection } from "#app/models/index.server.ts";
import type { Membership } from "#app/services/workspaces/memberships.server.ts";
import { isAllowed } from "#app/services/workspaces/policy.ts";

const COLUMNS = [
  ...(["id", "platformId", "kind", "health", "problem", "lastAnswerAt"] as const),
  ...(["askedCount", "answeredCount", "triedAt", "createdAt"] as const),
] as const;

/** Whose APIs a workspace has asked, without what opens them. What they said is evidence. */
export async function* exportBrokerConnections({
  workspace,
  role,
}: Membership): AsyncGenerator<Pick<BrokerConnection, (typeof COLUMNS)[number]>[]> {
  if (!isAllowed(role, "workspace:export")) return;
  yield await retryRead(() =>
    findRows(BrokerConnection, { where: { workspaceId: workspace.id }, attributes: COLUMNS }),
  );
}
