import type { Transaction } from "sequelize";
import { Connection } from "#app/models/index.server.ts";
import { connectionWindowMs } from "./connection-settings.server.ts";
import type { AdPlatformWindow } from "./delivery-window.ts";

/** How long each connected ad platform accepts an event. */
export async function findWindows(
  workspaceId: string,
  transaction?: Transaction,
): Promise<AdPlatformWindow[]> {
  const connections = await Connection.findAll({
    where: { workspaceId },
    attributes: ["adPlatform", "settings"],
    order: [["adPlatform", "ASC"]],
    ...(transaction && { transaction }),
  });
  return connections.map((connection) => ({
    adPlatform: connection.adPlatform,
    ms: connectionWindowMs(connection),
  }));
}
