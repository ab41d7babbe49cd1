import { z } from "zod";
import { endpoint, get, post } from "#app/http/api/endpoint.server.ts";
import { presentWorkspace } from "#app/presenters/team.ts";
import { WorkspaceInput, WorkspaceResponse } from "#app/schemas/team.ts";
import { addWorkspace } from "#app/services/workspaces/create-workspace.server.ts";
import { sortMemberships } from "#app/services/workspaces/memberships.server.ts";

const path = "/api/workspaces";

const handle = endpoint(
  get({
    path,
    summary: "The workspaces that one is a member of, the first joined first",
    description: "Each account has a workspace of its own. Choose among several with X-Workspace-Id.",
    auth: "user",
    response: z.object({ workspaces: z.array(WorkspaceResponse) }),
    run: async ({ user }) => ({ workspaces: sortMemberships(user).map(presentWorkspace) }),
  }),
  post({
    path,
    summary: "Create another workspace, as its owner",
    description: "Its time zone and currency are those of the workspace that the call is made in.",
    auth: "user",
    action: "workspaces:create",
    body: WorkspaceInput,
    example: { name: "Halden Partners" },
    response: z.object({ workspace: WorkspaceResponse }),
    status: 201,
    errors: { 409: ["too_many_workspaces"] },
    run: async ({ user, access, workspace: { timeZone, currency }, body: { name } }) => {
      const workspace = await addWorkspace({ access, userId: user.id, name, timeZone, currency });
      return { workspace: presentWorkspace({ workspace, role: "owner" }) };
    },
  }),
);

export const loader = handle;
export const action = handle;
