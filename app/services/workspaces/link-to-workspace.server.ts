import { Workspace, WorkspaceMember } from "#app/models/index.server.ts";
import { paths } from "#app/paths.ts";
import { toWorkspaceFingerprint } from "./workspace-fingerprint.server.ts";

/** What a message to a member of several workspaces says about the one it concerns. */
export type NamedWorkspace = {
  name: string;
  timeZone: string;
  region: string | null;
  /** The link that opens a dashboard path in this workspace. */
  toPath: (path: string) => string;
};

/** The workspace that a message is about, or null if the reader is a member of only one. */
export async function findNamedWorkspace(
  userId: string | null,
  workspaceId: string | null,
): Promise<NamedWorkspace | null> {
  if (userId === null || workspaceId === null) return null;
  if ((await WorkspaceMember.count({ where: { userId } })) < 2) return null;
  const workspace = await Workspace.findByPk(workspaceId);
  if (!workspace) return null;
  const fingerprint = toWorkspaceFingerprint(workspace);
  return {
    name: workspace.name,
    timeZone: workspace.timeZone,
    region: workspace.region,
    toPath: (to) => paths.inWorkspace({ mark: fingerprint, to }),
  };
}
