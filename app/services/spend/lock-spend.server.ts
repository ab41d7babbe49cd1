import type { Transaction } from "sequelize";
import { lockRow } from "#app/database/lock-rows.server.ts";
import { Workspace } from "#app/models/index.server.ts";

/** A workspace comes before its rows in the order of locks, and two readings of one day wait for each other. */
export const lockSpend = (workspaceId: string, transaction: Transaction) =>
  lockRow(Workspace, { where: { id: workspaceId }, attributes: ["id"], transaction });
