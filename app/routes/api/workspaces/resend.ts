import { z } from "zod";
import { endpoint, post } from "#app/http/api/endpoint.server.ts";
import { invitationLimits } from "#app/http/limits/limits.server.ts";
import { consume } from "#app/lib/rate-limiter.server.ts";
import { presentInvitation } from "#app/presenters/team.ts";
import { InvitationParams, InvitationResponse } from "#app/schemas/team.ts";
import { resendInvitation } from "#app/services/team/invitations.server.ts";
import { findMembership } from "#app/services/workspaces/memberships.server.ts";

const handle = endpoint(
  post({
    path: "/api/workspaces/{id}/invitations/{invitationId}/resend",
    summary: "Send an invitation again, with a new link for seven days; the earlier link ends",
    description: "For owners. The email is sent in the background.",
    auth: "user",
    params: InvitationParams,
    response: z.object({ invitation: InvitationResponse }),
    errors: { 403: ["role_refused"], 404: ["not_found"] },
    run: async ({ params: { id, invitationId }, ...caller }) => {
      const { access } = findMembership(caller, id, "members:write");
      await consume(invitationLimits({ workspaceId: id }));
      const invitation = await resendInvitation({ access, invitationId, invitedBy: caller.user });
      invitation.invitedBy = caller.user;
      return { invitation: presentInvitation(invitation) };
    },
  }),
);

export const loader = handle;
export const action = handle;
