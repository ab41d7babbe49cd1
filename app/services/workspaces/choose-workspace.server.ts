import { inTransaction } from "#app/database/connection.server.ts";
import { NotFound } from "#app/lib/errors.ts";
import { Session, Workspace, WorkspaceMember } from "#app/models/index.server.ts";

/**
 * Chooses the workspace that a session works in from now on.
 * @throws {NotFound} also for a workspace of others
 */
export async function chooseWorkspace({
  sessionId,
  userId,
  workspaceId,
}: {
  sessionId: string;
  userId: string;
  workspaceId: string;
}): Promise<Workspace> {
  return inTransaction(async (transaction) => {
    const member = await WorkspaceMember.findOne({
      where: { workspaceId, userId },
      include: [{ model: Workspace, as: "workspace", required: true }],
      transaction,
    });
    if (!member?.workspace) throw new NotFound("Workspace");
    await Session.update({ workspaceId }, { where: { id: sessionId, userId }, transaction });
    return member.workspace;
  });
}
