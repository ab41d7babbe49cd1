import type { Transaction } from "sequelize";
import { PostbackAddress } from "#app/models/index.server.ts";

/** Somebody who may know where brokers call back left: owners are offered other addresses. */
export async function offerRotation(workspaceId: string, transaction: Transaction): Promise<void> {
  await PostbackAddress.update({ memberLeftAt: new Date() }, { where: { workspaceId }, transaction });
}
