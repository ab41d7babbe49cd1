import { col, fn, Op } from "sequelize";
import { inTransaction } from "#app/database/connection.server.ts";
import { claim, fromNow, type Lease } from "#app/database/leases.server.ts";
import { lockRow } from "#app/database/lock-rows.server.ts";
import { Import, Workspace } from "#app/models/index.server.ts";

type FileState = Pick<Import, "state">;

/** Workspaces with due files in a state, the one whose file is due the longest first. */
export async function findWorkspacesWithDueFiles({ state }: FileState): Promise<string[]> {
  const rows = await Import.findAll({
    where: { state, dueAt: { [Op.lte]: fromNow(0) } },
    attributes: ["workspaceId"],
    group: ["workspaceId"],
    order: [[fn("MIN", col("dueAt")), "ASC"]],
    raw: true,
    limit: 1_000,
  });
  return rows.map(({ workspaceId }) => workspaceId);
}

/** Claims the oldest due file of a workspace; null while another file of it is under way, in any process. */
export function claimFileOf(where: FileState, workspaceId: string): Promise<Lease | null> {
  return inTransaction(async (transaction) => {
    await lockRow(Workspace, { where: { id: workspaceId }, attributes: ["id"], transaction });
    const held = { workspaceId, leaseToken: { [Op.ne]: null }, dueAt: { [Op.gt]: fromNow(0) } };
    if ((await Import.count({ where: held, transaction })) > 0) return null;
    const due = { ...where, workspaceId, dueAt: { [Op.lte]: fromNow(0) } };
    const oldest = await Import.findOne({
      where: due,
      attributes: ["id"],
      order: [["dueAt", "ASC"]],
      transaction,
    });
    if (!oldest) return null;
    const [lease = null] = await claim(Import, { [Op.and]: [due, { id: oldest.id }] }, transaction);
    return lease;
  });
}

/** How many files of a workspace wait until they are read or matched. */
export const countWaitingFiles = (
  workspaceId: string,
  transaction: Parameters<typeof claim>[2],
): Promise<number> => Import.count({ where: { workspaceId, state: ["reading", "matching"] }, transaction });
