import { z } from "zod";
import { del, endpoint, patch } from "#app/http/api/endpoint.server.ts";
import { Forbidden } from "#app/lib/errors.ts";
import { presentMember } from "#app/presenters/team.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { MemberInput, MemberParams, MemberResponse } from "#app/schemas/team.ts";
import { isRecentlyAuthenticated } from "#app/services/auth/sessions/sessions.server.ts";
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
    summary: "Change the role of a member; making an owner asks for a recent password",
    body: MemberInput,
    example: { role: "checker" },
    response: z.object({ members: z.array(MemberResponse) }),
    errors: { 403: ["role_refused", "reauthentication_required"], 404: ["not_found"], 409: ["last_owner"] },
    run: async ({ params: { id, userId }, body: { role }, ...caller }) => {
      const { access } = findMembership(caller, id, "members:write");
      const { session } = caller;
      if (role === "owner" && !(session && isRecentlyAuthenticated(session)))
        throw new Forbidden("reauthentication_required", messages.auth.proofNeeded);
      await changeMemberRole({ access, userId, role });
      return { members: (await listMembers(id)).map(presentMember) };
    },
  }),
  del({
    ...common,
    summary: "Remove a member, or leave with one's own id",
    status: 204,
    errors: { 403: ["role_refused"], 404: ["not_found"], 409: ["last_owner"] },
    run: async ({ params: { id, userId }, ...caller }) => {
      const { access } = findMembership(
        caller,
        id,
        userId === caller.user.id ? "members:read" : "members:write",
      );
      await removeMember({ access, userId });
    },
  }),
);

export const loader = handle;
export const action = handle;
