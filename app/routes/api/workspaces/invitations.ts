import { z } from "zod";
import { endpoint, get, post } from "#app/http/api/endpoint.server.ts";
import { invitationLimits } from "#app/http/limits/limits.server.ts";
import { consume } from "#app/lib/rate-limiter.server.ts";
import { presentInvitation } from "#app/presenters/team.ts";
import { InvitationInput, InvitationResponse, WorkspaceParams } from "#app/schemas/team.ts";
import { isProven } from "#app/services/auth/sessions/sessions.server.ts";
import { invite, listInvitations } from "#app/services/team/invitations.server.ts";
import { findMembership } from "#app/services/workspaces/memberships.server.ts";

const common = { path: "/api/workspaces/{id}/invitations", auth: "user", params: WorkspaceParams } as const;

const handle = endpoint(
  get({
    ...common,
    summary: "The open and expired invitations of a workspace, the newest first",
    description: "For owners.",
    response: z.object({ invitations: z.array(InvitationResponse) }),
    errors: { 403: ["role_refused"], 404: ["not_found"] },
    run: async ({ params, ...caller }) => {
      findMembership(caller, params.id, "members:write");
      return { invitations: (await listInvitations(params.id)).map(presentInvitation) };
    },
  }),
  post({
    ...common,
    summary:
      "Invite an email; its link works once, for that email only, for seven days. It asks for a recent password",
    description:
      "For owners. The email is sent in the background. An owner is not invited: make a member one.",
    body: InvitationInput,
    example: { email: "checker@example.com", role: "checker" },
    response: z.object({ invitation: InvitationResponse }),
    status: 201,
    errors: {
      403: ["role_refused", "reauthentication_required"],
      404: ["not_found"],
      409: ["already_invited", "already_member", "too_many_invitations"],
    },
    run: async ({ params: { id }, body, ...caller }) => {
      const { access } = findMembership(caller, id, "members:write");
      await consume(invitationLimits({ workspaceId: id, email: body.email }));
      const invitation = await invite({
        access,
        invitedBy: caller.user,
        input: body,
        isProven: isProven(caller.session),
      });
      invitation.invitedBy = caller.user;
      return { invitation: presentInvitation(invitation) };
    },
  }),
);

export const loader = handle;
export const action = handle;
