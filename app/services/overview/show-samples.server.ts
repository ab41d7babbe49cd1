import { type Access, changeWorkspace } from "#app/services/workspaces/access.server.ts";

/** Shows made-up claims to a workspace that has none of its own, or removes them. */
export async function showSamples(access: Access, showsSamples: boolean): Promise<void> {
  await changeWorkspace(access, "settings:write", async (workspace, transaction) => {
    await workspace.update({ showsSamples, updatedAt: new Date() }, { transaction });
  });
}
