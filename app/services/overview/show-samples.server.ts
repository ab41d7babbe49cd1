import { inTransaction } from "#app/database/connection.server.ts";
import { type Access, lockWorkspaceFor } from "#app/services/workspaces/access.server.ts";

/** Shows made-up claims to a workspace that has none of its own, or removes them. */
export async function showSamples(access: Access, showsSamples: boolean): Promise<void> {
  await inTransaction(async (transaction) => {
    const workspace = await lockWorkspaceFor(access, "settings:write", transaction);
    await workspace.update({ showsSamples, updatedAt: new Date() }, { transaction });
  });
}
