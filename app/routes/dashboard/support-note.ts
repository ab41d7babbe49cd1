import { redirect } from "@remix-run/node";
import { assertAllowed, requireUser, toActor } from "#app/http/auth/guards.server.ts";
import { redirectWithFlash } from "#app/http/cookies/flash.server.ts";
import { handleForm } from "#app/http/forms/handle-form.server.ts";
import { page } from "#app/http/page.server.ts";
import { paths } from "#app/paths.ts";
import { SupportNoteForm } from "#app/schemas/admin.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { endSupport, leaveSupport } from "#app/services/auth/sessions/support-access.server.ts";

export { clientAction } from "#app/components/forms/network-error.ts";

export function loader() {
  return redirect(paths.overview());
}

/** The buttons of the note that both sides see while a support access is in use. */
export const action = page(requireUser, async ({ request, member }) => {
  return handleForm(request, member, SupportNoteForm, {
    "leave-support": {
      async onValid() {
        await leaveSupport({ actor: toActor(member), sessionId: member.sessionId });
        const userId = member.supportAccess?.userId;
        const to = userId ? paths.adminUser({ userId }) : paths.overview();
        return redirectWithFlash(to, { kind: "success", message: messages.support.left });
      },
    },
    "end-support": {
      async onValid() {
        assertAllowed(member, "workspace:write");
        await endSupport({ actor: toActor(member), access: member.access });
        const to = paths.settings({ section: "support-access" });
        return redirectWithFlash(to, { kind: "success", message: messages.support.ended });
      },
    },
  });
});
