import { del, endpoint } from "#app/http/api/endpoint.server.ts";
import { InvitationParams } from "#app/schemas/team.ts";
import { revokeInvitation } from "#app/services/team/invitations.server.ts";
import { findMembership } from "#app/services/workspaces/memberships.server.ts";

const handle = endpoint(
  del({
    path: "/api/workspaces/{id}/invitations/{invitationId}",
    summary: "Revoke an invitation",
    description:
      "Its link no longer works. An invitation that was accepted is a membership, and is ended as one.",
    auth: "user",
    params: InvitationParams,
    status: 204,
    errors: { 403: ["role_refused"], 404: ["not_found"] },
    run: async ({ params: { id, invitationId }, ...caller }) => {
      const { access } = findMembership(caller, id, "members:write");
      await revokeInvitation({ access, invitationId });
    },
  }),
);

export const loader = handle;
export const action = handle;
