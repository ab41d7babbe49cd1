import { z } from "zod";
import { del, endpoint, get, patch } from "#app/http/api/endpoint.server.ts";
import { presentWorkspace } from "#app/presenters/team.ts";
import { WorkspaceInput, WorkspaceParams, WorkspaceResponse } from "#app/schemas/team.ts";
import { deleteWorkspace, renameWorkspace } from "#app/services/workspaces/create-workspace.server.ts";
import { findMembership } from "#app/services/workspaces/memberships.server.ts";

const common = { path: "/api/workspaces/{id}", auth: "user", params: WorkspaceParams } as const;
const response = z.object({ workspace: WorkspaceResponse });

const handle = endpoint(
  get({
    ...common,
    summary: "A workspace that one is a member of",
    description: "A workspace of others is a 404.",
    response,
    errors: { 404: ["not_found"] },
    run: async ({ params, ...caller }) => ({
      workspace: presentWorkspace(findMembership(caller, params.id)),
    }),
  }),
  patch({
    ...common,
    summary: "Rename a workspace",
    description: "For owners. Names need not be unique.",
    body: WorkspaceInput,
    example: { name: "Halden Partners" },
    response,
    errors: { 403: ["role_refused"], 404: ["not_found"] },
    run: async ({ params, body, ...caller }) => {
      const { role, access } = findMembership(caller, params.id, "workspace:write");
      const workspace = await renameWorkspace({ access, name: body.name });
      return { workspace: presentWorkspace({ workspace, role }) };
    },
  }),
  del({
    ...common,
    summary: "Delete a workspace in which one is alone",
    description:
      "For its owner, once nobody else is a member. Its forms, submissions and keys are deleted with it.",
    needsRecentAuthentication: true,
    status: 204,
    errors: { 403: ["role_refused"], 404: ["not_found"], 409: ["has_members", "only_workspace"] },
    run: async ({ params, ...caller }) => {
      const { access } = findMembership(caller, params.id, "workspace:write");
      await deleteWorkspace(access);
    },
  }),
);

export const loader = handle;
export const action = handle;
