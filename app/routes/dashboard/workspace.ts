import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { requireUser } from "#app/http/auth/guards.server.ts";
import { redirectWithFlash } from "#app/http/cookies/flash.server.ts";
import { handleForm } from "#app/http/forms/handle-form.server.ts";
import { page } from "#app/http/page.server.ts";
import { NotFound } from "#app/lib/errors.ts";
import { paths } from "#app/paths.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { SwitchForm } from "#app/schemas/team.ts";
import { chooseWorkspace } from "#app/services/workspaces/choose-workspace.server.ts";

export { clientAction } from "#app/components/forms/network-error.ts";

/** Choosing is a post. A GET goes to the overview. */
export function loader() {
  return redirect(paths.overview());
}

/** The menu may be older than the membership. */
function nullIfGone(error: unknown): null {
  if (error instanceof NotFound) return null;
  throw error;
}

/** Chooses another workspace for this session. */
export const action = page(async ({ request }: ActionFunctionArgs) => {
  const { user, sessionId } = await requireUser(request);
  return handleForm(request, SwitchForm, {
    switch: {
      async onValid({ workspaceId }) {
        const chosen = await chooseWorkspace({ sessionId, userId: user.id, workspaceId }).catch(nullIfGone);
        return redirectWithFlash(
          paths.overview(),
          chosen
            ? { kind: "success", message: `You now work in ${chosen.name}` }
            : { kind: "error", message: messages.team.workspaceGone },
        );
      },
    },
  });
});
