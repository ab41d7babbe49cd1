import { data } from "@remix-run/node";
import { redirectWithFlash } from "#app/http/cookies/flash.server.ts";
import { handleForm } from "#app/http/forms/handle-form.server.ts";
import { paths } from "#app/paths.ts";
import { toInvitationNames } from "#app/presenters/team.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { TOKEN_MAX } from "#app/schemas/shared/limits.ts";
import { describeInvitation, InvitationForm, ROLE_TEXTS } from "#app/schemas/team.ts";
import type { Member } from "#app/services/auth/sessions/member.server.ts";
import type { SignedInAccount } from "#app/services/auth/sessions/sessions.server.ts";
import {
  acceptInvitation,
  declineInvitation,
  findInvitation,
  hasAccount,
  isInvited,
} from "#app/services/team/accept-invitation.server.ts";
import { chooseWorkspace } from "#app/services/workspaces/choose-workspace.server.ts";

const readToken = (request: Request) =>
  (new URL(request.url).searchParams.get("token") ?? "").slice(0, TOKEN_MAX);

/** What the page of an invitation's link shows: 400 for a link that is not valid any more. */
export async function loadInvitation(request: Request, signedIn: SignedInAccount | null) {
  const token = readToken(request);
  const found = token ? await findInvitation({ token }) : null;
  const invitation = found && {
    description: describeInvitation(toInvitationNames(found)),
    roleText: ROLE_TEXTS[found.role],
    email: found.email,
    hasAccount: await hasAccount(found),
  };
  const isYours = found !== null && signedIn !== null && isInvited(found, signedIn.user);
  const page = {
    invitation,
    signedInAs: signedIn?.user.email ?? null,
    isYours,
    token,
    returnTo: paths.invitation({ token }),
  };
  return data(page, { status: found ? 200 : 400 });
}

/** Answers the invitation of the link, or of the overview, which names it by its id. */
export function handleInvitationForm(request: Request, member: Member) {
  const { user, sessionId } = member;
  const toRef = (id: string | undefined) => (id === undefined ? { token: readToken(request) } : { id });
  return handleForm(request, member, InvitationForm, {
    accept: {
      async onValid({ invitationId }) {
        const { id, name } = await acceptInvitation({ ref: toRef(invitationId), user });
        await chooseWorkspace({ sessionId, userId: user.id, workspaceId: id });
        const message = `${messages.team.accepted} of ${name}`;
        return redirectWithFlash(paths.overview(), { kind: "success", message });
      },
    },
    decline: {
      async onValid({ invitationId }) {
        await declineInvitation({ ref: toRef(invitationId), user });
        return redirectWithFlash(paths.overview(), { kind: "success", message: messages.team.declined });
      },
    },
  });
}
