import { retryRead } from "#app/database/connection.server.ts";
import { findRows } from "#app/database/rows.server.ts";
import { TelegramBot } from "#app/models/index.server.ts";
import type { Membership } from "#app/services/workspaces/memberships.server.ts";
import { isAllowed } from "#app/services/workspaces/policy.ts";

const COLUMNS = ["id", "username", "receives", "health", "problem", "lastUpdateAt", "createdAt"] as const;

/** A workspace's bot of Telegram, without what opens it. */
export async function* exportTelegramBots({
  workspace,
  role,
}: Membership): AsyncGenerator<Pick<TelegramBot, (typeof COLUMNS)[number]>[]> {
  if (!isAllowed(role, "workspace:export")) return;
  yield await retryRead(() =>
    findRows(TelegramBot, { where: { workspaceId: workspace.id }, attributes: [...COLUMNS] }),
  );
}
