import { type Model, type ModelStatic, Op } from "sequelize";
import { inTransaction } from "#app/database/connection.server.ts";
import { emptyLogSoon } from "#app/database/erased-rows.server.ts";
import {
  DayCount,
  Delivery,
  DomainEvent,
  Mail,
  Notification,
  ProofEntry,
  Submission,
  Workspace,
} from "#app/models/index.server.ts";
import { ARRIVING_MS } from "#app/services/opt-in-forms/opt-in-forms.server.ts";

const CHUNK = 1_000;

/**
 * Erases a deleted workspace, a thousand rows at a time and the workspace itself last. It can
 * stop and restart at any point.
 */
export async function eraseWorkspace(workspace: Workspace, isStopping: () => boolean): Promise<void> {
  const { id: workspaceId, deleteRequestedAt } = workspace;
  if (!deleteRequestedAt) return;
  while (!isStopping()) {
    const ids = await nextIds(Submission, workspaceId);
    if (ids.length === 0) break;
    await inTransaction(async (transaction) => {
      await Delivery.destroy({ where: { workspaceId, submissionId: { [Op.in]: ids } }, transaction });
      await Submission.destroy({ where: { workspaceId, id: { [Op.in]: ids } }, transaction });
    });
  }
  while (!isStopping()) {
    const rows = await ProofEntry.findAll({
      where: { workspaceId },
      attributes: ["submissionId"],
      limit: CHUNK,
    });
    if (rows.length === 0) break;
    const ids = [...new Set(rows.map(({ submissionId }) => submissionId))];
    await inTransaction((transaction) =>
      ProofEntry.destroy({ where: { workspaceId, submissionId: { [Op.in]: ids } }, transaction }),
    );
  }
  for (const model of [DomainEvent, Mail, Notification] as ModelStatic<Model>[])
    while (!isStopping()) {
      const ids = await nextIds(model, workspaceId);
      if (ids.length === 0) break;
      await inTransaction((transaction) =>
        model.destroy({ where: { workspaceId, id: { [Op.in]: ids } }, transaction }),
      );
    }
  while (!isStopping()) {
    const row = await DayCount.findOne({ where: { workspaceId }, attributes: ["claimDay"], raw: true });
    if (!row) break;
    const where = { workspaceId, claimDay: row.claimDay };
    await inTransaction((transaction) => DayCount.destroy({ where, limit: CHUNK, transaction }));
  }
  // A submission sent just before may still be written, and needs its form.
  if (isStopping() || Date.now() - deleteRequestedAt.getTime() < ARRIVING_MS) return;
  if ((await nextIds(Submission, workspaceId)).length > 0) return;
  await inTransaction((transaction) => Workspace.destroy({ where: { id: workspaceId }, transaction }));
  emptyLogSoon();
}

async function nextIds(model: ModelStatic<Model>, workspaceId: string): Promise<string[]> {
  const rows = await model.findAll({
    where: { workspaceId },
    attributes: ["id"],
    limit: CHUNK,
  });
  return rows.map((row) => row.get("id") as string);
}
