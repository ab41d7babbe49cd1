import { col, fn, Op, type WhereOptions } from "sequelize";
import { inTransaction } from "#app/database/connection.server.ts";
import { claim, fromNow, type Lease } from "#app/database/leases.server.ts";
import { lockRow } from "#app/database/lock-rows.server.ts";
import { SpendImport, Statement, Workspace } from "#app/models/index.server.ts";

/** The tables of uploaded files, which are read and matched in the same threads. */
export type FileModel = typeof Statement | typeof SpendImport;

/** Both have the columns of work. */
const FILES = [Statement, SpendImport] as (typeof Statement)[];

type FileState = { state: string };

/** Workspaces with due files in a state, the one whose file is due the longest first. */
export async function findWorkspacesWithDueFiles(model: FileModel, where: FileState): Promise<string[]> {
  const rows = await (model as typeof Statement).findAll({
    where: { ...(where as WhereOptions<Statement>), dueAt: { [Op.lte]: fromNow(0) } },
    attributes: ["workspaceId"],
    group: ["workspaceId"],
    order: [[fn("MIN", col("dueAt")), "ASC"]],
    raw: true,
    limit: 1_000,
  });
  return rows.map(({ workspaceId }) => workspaceId);
}

/** Claims the oldest due file of a workspace; null while another file of it is under way, in any process. */
export function claimFileOf(model: FileModel, where: FileState, workspaceId: string): Promise<Lease | null> {
  return inTransaction(async (transaction) => {
    await lockRow(Workspace, { where: { id: workspaceId }, attributes: ["id"], transaction });
    for (const files of FILES) {
      const held = { workspaceId, leaseToken: { [Op.ne]: null }, dueAt: { [Op.gt]: fromNow(0) } };
      if ((await files.count({ where: held, transaction })) > 0) return null;
    }
    const due = { ...(where as WhereOptions<Statement>), workspaceId, dueAt: { [Op.lte]: fromNow(0) } };
    const oldest = await (model as typeof Statement).findOne({
      where: due,
      attributes: ["id"],
      order: [["dueAt", "ASC"]],
      transaction,
    });
    if (!oldest) return null;
    const [lease = null] = await claim(model, { [Op.and]: [due, { id: oldest.id }] }, transaction);
    return lease;
  });
}

/** How many files of a workspace wait until they are read or matched. */
export async function countWaitingFiles(
  workspaceId: string,
  transaction: Parameters<typeof claim>[2],
): Promise<number> {
  const waiting = { workspaceId, state: ["reading", "matching"] };
  const counts = await Promise.all(
    FILES.map((files) => files.count({ where: waiting as WhereOptions<Statement>, transaction })),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}
