import { literal, type Transaction } from "sequelize";
import { Connection } from "#app/models/index.server.ts";
import type { DeliveryResult } from "#app/services/ad-platforms/ad-platform.ts";
import { recordEvents } from "#app/services/domain-events/record-events.server.ts";

const REPORTED_AT = [5, 10, 15];
const PAUSED_AT = 20;

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
  await Connection.update({ failureCount: literal("failureCount + 1") }, { where, transaction });
  const current = await Connection.findOne({ where, attributes: ["failureCount"], transaction });
  const failures = current?.failureCount ?? 0;
  const isPaused = failures >= PAUSED_AT;
  if (!isPaused && !REPORTED_AT.includes(failures)) return false;
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
