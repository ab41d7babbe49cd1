import { Op } from "sequelize";
import { inTransaction } from "#app/database/connection.server.ts";
import { Delivery, Submission, Workspace } from "#app/models/index.server.ts";
import { ARRIVING_MS } from "#app/services/submissions/rebuild-totals.server.ts";

const CHUNK = 1_000;

/**
 * Erases a deleted workspace, a thousand submissions at a time and the workspace itself last. It can stop
 * and restart at any point.
 */
export async function eraseWorkspace(workspace: Workspace, isStopping: () => boolean): Promise<void> {
  const { id: workspaceId, deleteRequestedAt } = workspace;
  if (!deleteRequestedAt) return;
  while (!isStopping()) {
    const ids = await nextSubmissions(workspaceId);
    if (ids.length === 0) break;
    await inTransaction(async (transaction) => {
      await Delivery.destroy({ where: { submissionId: { [Op.in]: ids } }, transaction });
      await Submission.destroy({ where: { workspaceId, id: { [Op.in]: ids } }, transaction });
    });
  }
  // A submission that was sent just before may still be written, and needs its form.
  if (isStopping() || Date.now() - deleteRequestedAt.getTime() < ARRIVING_MS) return;
  if ((await nextSubmissions(workspaceId)).length > 0) return;
  await inTransaction((transaction) => Workspace.destroy({ where: { id: workspaceId }, transaction }));
}

async function nextSubmissions(workspaceId: string): Promise<string[]> {
  const rows = await Submission.findAll({
    where: { workspaceId },
    attributes: ["id"],
    limit: CHUNK,
    raw: true,
  });
  return rows.map(({ id }) => id);
}
