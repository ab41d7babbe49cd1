import { inTransaction } from "#app/database/connection.server.ts";
import { Workspace } from "#app/models/index.server.ts";

/** Shows made-up claims to a workspace that has none of its own, or removes them. */
export async function showSamples(workspaceId: string, showsSamples: boolean): Promise<void> {
  await inTransaction((transaction) =>
    Workspace.update({ showsSamples, updatedAt: new Date() }, { where: { id: workspaceId }, transaction }),
  );
}
