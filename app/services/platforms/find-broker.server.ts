import type { Transaction } from "sequelize";
import { retryRead } from "#app/database/connection.server.ts";
import { NotFound } from "#app/lib/errors.ts";
import { Platform } from "#app/models/index.server.ts";

/** A broker that is not archived. @throws {NotFound} also for another workspace's */
export async function findBroker(
  { workspaceId, platformId }: { workspaceId: string; platformId: string },
  transaction?: Transaction,
): Promise<Platform> {
  const where = { id: platformId, workspaceId, archivedAt: null };
  const read = () =>
    Platform.findOne({ where, attributes: ["id", "name"], ...(transaction ? { transaction } : {}) });
  const platform = await (transaction ? read() : retryRead(read));
  if (!platform) throw new NotFound("Platform");
  return platform;
}
