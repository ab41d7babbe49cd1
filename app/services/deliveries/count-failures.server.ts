import type { Transaction } from "sequelize";
import { Connection } from "#app/models/index.server.ts";
import type { DeliveryResult } from "#app/services/ad-platforms/ad-platform.ts";
import { recordEvents } from "#app/services/domain-events/record-events.server.ts";
import { addFailure } from "#app/services/retries/health.server.ts";

const LIMITS = { toldAt: [5, 10, 15], pausedAt: 20 };

/**
 * Counts an event that the platform refused permanently. After 5, 10 and 15 in a row the owner is told; after
 * 20 the connection is paused, so that a wrong set-up loses no more events.
 * @returns whether it is paused now
 */
export async function countFailure(
  { id, workspaceId, adPlatform }: Connection,
  { remedy }: DeliveryResult,
  transaction: Transaction,
): Promise<boolean> {
  const where = { id, workspaceId, status: "connected" as const };
  const { failures, isTold, isPaused } = await addFailure(Connection, where, LIMITS, transaction);
  if (!isPaused && !isTold) return false;
  if (isPaused) {
    const lastError = `Sending is paused, because ${failures} events in a row were refused. ${remedy ?? ""}`;
    await Connection.update(
      { status: "invalid", lastError: lastError.trim().slice(0, 500) },
      { where, transaction },
    );
  }
  const payload = { adPlatform, failures, isPaused, remedy: remedy?.slice(0, 500) ?? null };
  await recordEvents([{ type: "connection.failing", workspaceId, subjectId: id, payload }], transaction);
  return isPaused;
}
