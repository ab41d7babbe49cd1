import type { LoadContext } from "#app/http/load-context.ts";
import { getContext } from "#app/http/request-context.server.ts";
import { Conflict } from "#app/lib/errors.ts";
import type { Workspace } from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { markOf } from "#app/services/workspaces/workspace-mark.server.ts";

type Named = Pick<Workspace, "id" | "name">;

const workspaces = new WeakMap<LoadContext, Named>();

/** Notes the workspace in which the current page request acts. */
export function noteWorkspace(workspace: Named): void {
  workspaces.set(getContext(), workspace);
}

/**
 * A session works in one workspace at a time, so a page that another tab has left behind must change nothing.
 * @throws {Conflict} `workspace_switched` if the form's page showed another workspace
 */
export function assertShownWorkspace(fields: URLSearchParams): void {
  const current = workspaces.get(getContext());
  const shown = fields.get("shownWorkspace");
  if (current && shown !== null && shown !== markOf(current))
    throw new Conflict("workspace_switched", messages.workspaces.switched(current.name));
}
