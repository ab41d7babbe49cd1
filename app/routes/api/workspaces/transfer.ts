import { z } from "zod";
import { endpoint, post } from "#app/http/api/endpoint.server.ts";
import { presentMember } from "#app/presenters/team.ts";
import { MemberResponse, TransferInput, WorkspaceParams } from "#app/schemas/team.ts";
import { listMembers, transferOwnership } from "#app/services/team/members.server.ts";
import { findMembership } from "#app/services/workspaces/memberships.server.ts";

const handle = endpoint(
  post({
    path: "/api/workspaces/{id}/transfer",
    summary: "Make another member the owner in one's place, and become a manager",
    description:
      "For owners. The new owner must be a member with an active account. The call asks for a recent password.",
    auth: "user",
    needsRecentAuthentication: true,
    params: WorkspaceParams,
    body: TransferInput,
    example: { userId: "01a1f7c2-5c1e-7b5a-9d0e-3f6a2b8c4d10" },
    response: z.object({ members: z.array(MemberResponse) }),
    errors: { 403: ["role_refused"], 404: ["not_found"], 409: ["last_owner", "member_inactive"] },
    run: async ({ params: { id }, body, ...caller }) => {
      const { access, role } = findMembership(caller, id, "members:write");
      await transferOwnership({ access, newOwnerId: body.userId });
      return { members: (await listMembers(id, role)).map(presentMember) };
    },
  }),
);

export const loader = handle;
export const action = handle;
