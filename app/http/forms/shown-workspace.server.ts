import { Conflict } from "#app/lib/errors.ts";
import type { Workspace } from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { toWorkspaceFingerprint } from "#app/services/workspaces/workspace-fingerprint.server.ts";

/**
 * A session works in one workspace at a time, so a page that another tab has left behind must change nothing.
 * @throws {Conflict} `workspace_switched` if the form's page showed another workspace
 */
export function assertShownWorkspace(
  fields: URLSearchParams,
  workspace: Pick<Workspace, "id" | "name">,
): void {
  const shown = fields.get("shownWorkspace");
  if (shown !== null && shown !== toWorkspaceFingerprint(workspace))
    throw new Conflict("workspace_switched", messages.workspaces.switched(workspace.name));
}
