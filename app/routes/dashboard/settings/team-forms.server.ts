import { redirect } from "@remix-run/node";
import { assertAllowed } from "#app/http/auth/guards.server.ts";
import { redirectWithFlash } from "#app/http/cookies/flash.server.ts";
import { handleForm } from "#app/http/forms/handle-form.server.ts";
import { invitationLimits } from "#app/http/limits/limits.server.ts";
import { Forbidden } from "#app/lib/errors.ts";
import { consume } from "#app/lib/rate-limiter.server.ts";
import { paths } from "#app/paths.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { type TeamDraft, TeamForm } from "#app/schemas/team.ts";
import type { Member } from "#app/services/auth/sessions/member.server.ts";
import { isRecentlyAuthenticated } from "#app/services/auth/sessions/sessions.server.ts";
import { invite, resendInvitation, revokeInvitation } from "#app/services/team/invitations.server.ts";
import { changeMemberRole, removeMember, transferOwnership } from "#app/services/team/members.server.ts";
import { addWorkspace, renameWorkspace } from "#app/services/workspaces/create-workspace.server.ts";
import { teamDraft } from "./draft-cookies.server.ts";

const here = paths.settings({ section: "team" });
const done = (message: string, to = here) => redirectWithFlash(to, { kind: "success", message });

/** The forms of the team page. All but leaving and another workspace are an owner's. */
export function handleTeamForm(request: Request, member: Member) {
  const { access, user, workspace, sessionId } = member;
  const workspaceId = workspace.id;
  const assertOwner = () => assertAllowed(member, "members:write");
  const isProven = isRecentlyAuthenticated(member);
  return handleForm(request, member, TeamForm, {
    invite: {
      async onValid({ email, role }) {
        assertOwner();
        await consume(invitationLimits({ workspaceId, email }));
        return withProof(member, { intent: "invite", email, role }, async () => {
          await invite({ access, invitedBy: user, input: { email, role }, isProven });
          return done(messages.team.invited);
        });
      },
    },
    resend: {
      async onValid({ invitationId }) {
        assertOwner();
        await consume(invitationLimits({ workspaceId }));
        await resendInvitation({ access, invitationId, invitedBy: user });
        return done(messages.team.resent);
      },
    },
    revoke: {
      async onValid({ invitationId }) {
        assertOwner();
        await revokeInvitation({ access, invitationId });
        return done(messages.team.revoked);
      },
    },
    role: {
      async onValid({ userId, role }) {
        assertOwner();
        return withProof(member, { intent: "role", userId, role }, async () => {
          await changeMemberRole({ access, userId, role, isProven });
          return done(messages.team.roleChanged);
        });
      },
    },
    remove: {
      async onValid({ userId, revokeKeys }) {
        assertOwner();
        await removeMember({ access, userId, revokesKeys: revokeKeys });
        return done(messages.team.memberRemoved);
      },
    },
    transfer: {
      async onValid({ userId }) {
        assertOwner();
        if (!isProven) return askForProof(member, { intent: "transfer", userId });
        await transferOwnership({ access, newOwnerId: userId });
        return done(messages.team.transferred);
      },
    },
    leave: {
      async onValid() {
        await removeMember({ access, userId: user.id });
        return done(messages.team.left, paths.overview());
      },
    },
    rename: {
      async onValid({ name }) {
        assertAllowed(member, "workspace:write");
        await renameWorkspace({ access, name });
        return done(messages.team.renamed);
      },
    },
    create: {
      async onValid({ name }) {
        assertAllowed(member, "workspaces:create");
        const { timeZone, currency } = workspace;
        await addWorkspace({ access, userId: user.id, sessionId, name, timeZone, currency });
        return done(messages.team.created, paths.overview());
      },
    },
  });
}

/** Asks for the password where the service wants a recent one. */
async function withProof(member: Member, draft: TeamDraft, work: () => Promise<Response>): Promise<Response> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Forbidden) || error.code !== "reauthentication_required") throw error;
    return askForProof(member, draft);
  }
}

/** The page shows again what was chosen, once the password is confirmed. */
async function askForProof({ sessionId }: Member, typed: TeamDraft): Promise<Response> {
  const headers = { "Set-Cookie": await teamDraft.serialize({ sessionId, typed }) };
  return redirect(paths.reauthenticate({ returnTo: here }), { status: 303, headers });
}
