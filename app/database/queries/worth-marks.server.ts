import type { Transaction } from "sequelize";
import { announceDue } from "#app/database/announcements.server.ts";
import { insertRows } from "#app/database/insert-rows.server.ts";
import { fromNow } from "#app/database/leases.server.ts";
import { SECOND } from "#app/lib/dates.ts";
import { newId } from "#app/lib/ids.ts";
import { BrokerWorth } from "#app/models/broker-worth.server.ts";
import { Platform } from "#app/models/platform.server.ts";

type Broker = { workspaceId: string; platformId: string };

/** What changes within it is worked out together. */
const TOGETHER_MS = 2 * SECOND;

/** Has the worth of brokers' clients worked out again. What is under way is done once more. */
export async function markWorths(brokers: readonly Broker[], transaction: Transaction): Promise<void> {
  const byPlatform = new Map(brokers.map((broker) => [broker.platformId, broker]));
  if (byPlatform.size === 0) return;
  // Some may have been deleted in the meantime.
  const platforms = await Platform.findAll({
    where: { id: [...byPlatform.keys()].sort() },
    attributes: ["id", "workspaceId"],
    raw: true,
    transaction,
  });
  if (platforms.length === 0) return;
  const rows = platforms.map(({ id: platformId, workspaceId }) => ({
    id: newId(),
    workspaceId,
    platformId,
    calculatedAt: null,
    state: "idle" as const,
    dueAt: null,
    leaseToken: null,
    attemptCount: 0,
  }));
  await insertRows(BrokerWorth, rows as BrokerWorth[], transaction, { skipsKnown: true });
  await BrokerWorth.update(
    { state: "queued", dueAt: fromNow(TOGETHER_MS) as unknown as Date, leaseToken: null },
    { where: { platformId: platforms.map(({ id }) => id) }, transaction },
  );
  announceDue(BrokerWorth, transaction, TOGETHER_MS);
}
