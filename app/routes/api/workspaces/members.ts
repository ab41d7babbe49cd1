import { z } from "zod";
import { endpoint, get } from "#app/http/api/endpoint.server.ts";
import { presentMember } from "#app/presenters/team.ts";
import { MemberResponse, WorkspaceParams } from "#app/schemas/team.ts";
import { listMembers } from "#app/services/team/members.server.ts";
import { findMembership } from "#app/services/workspaces/memberships.server.ts";

const handle = endpoint(
  get({
    path: "/api/workspaces/{id}/members",
    summary: "The members of a workspace, the first joined first",
    description: "For everybody in the workspace.",
    auth: "user",
    params: WorkspaceParams,
    response: z.object({ members: z.array(MemberResponse) }),
    errors: { 403: ["role_refused"], 404: ["not_found"] },
    run: async ({ params, ...caller }) => {
      const { role } = findMembership(caller, params.id, "members:read");
      return { members: (await listMembers(params.id, role)).map(presentMember) };
    },
  }),
);

export const loader = handle;
export const action = handle;
