import type { Transaction } from "sequelize";
import { sequelize } from "#app/database/connection.server.ts";
import { timePlus } from "#app/database/dialect.server.ts";

/** Gives pending submissions the deadline of a window, unless theirs is earlier. */
export async function setSendDeadlines(
  { workspaceId, windowMs }: { workspaceId: string; windowMs: number },
  transaction: Transaction,
): Promise<void> {
  const deadline = timePlus("createdAt", windowMs);
  await sequelize.query(
    `UPDATE submissions SET sendBefore = ${deadline} WHERE workspaceId = :workspaceId AND status = 'pending' AND (sendBefore IS NULL OR sendBefore > ${deadline})`,
    { replacements: { workspaceId }, transaction },
  );
}

/** Gives pending submissions the deadline of the remaining windows, or none. */
export async function resetSendDeadlines(
  { workspaceId, windowsMs }: { workspaceId: string; windowsMs: number[] },
  transaction: Transaction,
): Promise<void> {
  const deadline = windowsMs.length === 0 ? "NULL" : timePlus("createdAt", Math.min(...windowsMs));
  await sequelize.query(
    `UPDATE submissions SET sendBefore = ${deadline} WHERE workspaceId = :workspaceId AND status = 'pending'`,
    { replacements: { workspaceId }, transaction },
  );
}
