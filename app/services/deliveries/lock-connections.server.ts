import type { Transaction } from "sequelize";
import { Connection } from "#app/models/index.server.ts";

/**
 * Locks a workspace's connections: shared, or exclusive for a transaction that will change one. Every transaction
 * locks in the order submission, connections, deliveries, platform, domain events, totals. A delivery's new
 * state alone makes InnoDB share its connection, too late for that order.
 */
export function lockConnections(
  workspaceId: string,
  mode: "shared" | "exclusive",
  transaction: Transaction,
): Promise<Connection[]> {
  const { SHARE, UPDATE } = transaction.LOCK;
  return Connection.findAll({
    where: { workspaceId },
    order: [["id", "ASC"]],
    lock: mode === "shared" ? SHARE : UPDATE,
    transaction,
  });
}
