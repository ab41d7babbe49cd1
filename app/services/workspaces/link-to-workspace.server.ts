import { Workspace, WorkspaceMember } from "#app/models/index.server.ts";
import { paths } from "#app/paths.ts";
import { markOf } from "./workspace-mark.server.ts";

/** A workspace as it is named to a reader outside of it. */
export type NamedWorkspace = {
  name: string;
  timeZone: string;
  /** The path that opens one of its pages in it. */
  pathOf: (path: string) => string;
};

/** The workspace that a message is about, for somebody who works in several; otherwise null. */
export async function findNamedWorkspace(
  userId: string | null,
  workspaceId: string | null,
): Promise<NamedWorkspace | null> {
  if (userId === null || workspaceId === null) return null;
  if ((await WorkspaceMember.count({ where: { userId } })) < 2) return null;
  const workspace = await Workspace.findByPk(workspaceId);
  if (!workspace) return null;
  const mark = markOf(workspace);
  return {
    name: workspace.name,
    timeZone: workspace.timeZone,
    pathOf: (to) => paths.inWorkspace({ mark, to }),
  };
}
