import { redirect } from "@remix-run/node";
import { requireUser } from "#app/http/auth/guards.server.ts";
import { redirectWithFlash } from "#app/http/cookies/flash.server.ts";
import { handleForm } from "#app/http/forms/handle-form.server.ts";
import { page } from "#app/http/page.server.ts";
import { safeRedirect } from "#app/http/safe-redirect.server.ts";
import { NotFound } from "#app/lib/errors.ts";
import { paths } from "#app/paths.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { SwitchForm } from "#app/schemas/team.ts";
import { chooseWorkspace } from "#app/services/workspaces/choose-workspace.server.ts";
import { sortMemberships } from "#app/services/workspaces/memberships.server.ts";
import { toWorkspaceFingerprint } from "#app/services/workspaces/workspace-fingerprint.server.ts";

export { clientAction } from "#app/components/forms/network-error.ts";

/** Opens a link from an email in the workspace that it is about. Only members know its mark. */
export const loader = page(requireUser, async ({ request, member }) => {
  const { user, workspace, sessionId } = member;
  const { searchParams } = new URL(request.url);
  const to = safeRedirect(searchParams.get("to"), paths.overview());
  const mark = searchParams.get("mark");
  if (mark === null || mark === toWorkspaceFingerprint(workspace)) return redirect(to);
  const meant = sortMemberships(user).find((one) => toWorkspaceFingerprint(one.workspace) === mark);
  const chosen =
    meant &&
    (await chooseWorkspace({ sessionId, userId: user.id, workspaceId: meant.workspace.id }).catch(
      nullIfGone,
    ));
  if (!chosen)
    return redirectWithFlash(paths.overview(), { kind: "error", message: messages.team.workspaceGone });
  return redirectWithFlash(to, { kind: "success", message: nowIn(chosen.name) });
});

const nowIn = (name: string) => `You now work in ${name}`;

/** The menu may be older than the membership. */
function nullIfGone(error: unknown): null {
  if (error instanceof NotFound) return null;
  throw error;
}

/** Chooses another workspace for this session. */
export const action = page(requireUser, async ({ request, member }) => {
  const { user, sessionId } = member;
  return handleForm(request, member, SwitchForm, {
    switch: {
      async onValid({ workspaceId }) {
        const chosen = await chooseWorkspace({ sessionId, userId: user.id, workspaceId }).catch(nullIfGone);
        return redirectWithFlash(
          paths.overview(),
          chosen
            ? { kind: "success", message: nowIn(chosen.name) }
            : { kind: "error", message: messages.team.workspaceGone },
        );
      },
    },
  });
});
