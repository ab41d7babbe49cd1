import { z } from "zod";
import { del, endpoint, patch } from "#app/http/api/endpoint.server.ts";
import { presentMember } from "#app/presenters/team.ts";
import { MemberInput, MemberParams, MemberResponse, RemovalQuery } from "#app/schemas/team.ts";
import { isProven } from "#app/services/auth/sessions/sessions.server.ts";
import { changeMemberRole, listMembers, removeMember } from "#app/services/team/members.server.ts";
import { findMembership } from "#app/services/workspaces/memberships.server.ts";

const common = {
  path: "/api/workspaces/{id}/members/{userId}",
  auth: "user",
  params: MemberParams,
} as const;

const handle = endpoint(
  patch({
    ...common,
    summary: "Change the role of a member; making a manager or an owner asks for a recent password",
    description: "For owners. The last owner stays one.",
    body: MemberInput,
    example: { role: "checker" },
    response: z.object({ members: z.array(MemberResponse) }),
    errors: { 403: ["role_refused", "reauthentication_required"], 404: ["not_found"], 409: ["last_owner"] },
    run: async ({ params: { id, userId }, body: { role }, ...caller }) => {
      const { access, role: ownRole } = findMembership(caller, id, "members:write");
      await changeMemberRole({ access, userId, role, isProven: isProven(caller.session) });
      return { members: (await listMembers(id, ownRole)).map(presentMember) };
    },
  }),
  del({
    ...common,
    summary:
      "Remove a member, or leave with one's own id; the API keys that the member created work on, unless told",
    description:
      "Owners remove others; everybody may leave. The last owner stays. revokeKeys ends the API keys too.",
    query: RemovalQuery,
    status: 204,
    errors: { 403: ["role_refused"], 404: ["not_found"], 409: ["last_owner"] },
    run: async ({ params: { id, userId }, query: { revokeKeys }, ...caller }) => {
      const { access } = findMembership(
        caller,
        id,
        userId === caller.user.id ? "members:read" : "members:write",
      );
      await removeMember({ access, userId, revokesKeys: revokeKeys === "true" });
    },
  }),
);

export const loader = handle;
export const action = handle;
