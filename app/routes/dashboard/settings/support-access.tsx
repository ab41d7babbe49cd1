import { data, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { SettingsParent } from "#app/components/accounts/settings-pages.tsx";
import { SupportAccessPanel } from "#app/components/accounts/support-access-panel.tsx";
import { LastAction, type PageHandle } from "#app/components/layout/page.tsx";
import { assertAllowed, requireUser, toActor } from "#app/http/auth/guards.server.ts";
import { redirectWithFlash } from "#app/http/cookies/flash.server.ts";
import { handleForm } from "#app/http/forms/handle-form.server.ts";
import { page } from "#app/http/page.server.ts";
import { paths } from "#app/paths.ts";
import { SupportForm } from "#app/schemas/admin.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { isRecentlyAuthenticated } from "#app/services/auth/sessions/sessions.server.ts";
import {
  allowSupport,
  endSupport,
  findSupportAccess,
} from "#app/services/auth/sessions/support-access.server.ts";
import { isAllowed } from "#app/services/workspaces/policy.ts";
import { supportDraft } from "./draft-cookies.server.ts";

export { clientAction } from "#app/components/forms/network-error.ts";

export const handle: PageHandle = {
  title: "Support access",
  description: "Allow our support to look into your workspace for a time, and end it.",
};

export const loader = page(requireUser, async ({ request, member }) => {
  const { workspace, role } = member;
  const typed = await supportDraft.parse(request, member.sessionId);
  const found = await findSupportAccess(workspace.id);
  const loaded = {
    canChange: isAllowed(role, "workspace:write"),
    until: found?.access.expiresAt.toISOString() ?? null,
    isInUse: found?.isInUse ?? false,
    timeZone: workspace.timeZone,
    now: new Date().toISOString(),
    typedHours: typed?.hours ?? null,
  };
  return data(loaded, typed ? { headers: { "Set-Cookie": await supportDraft.clear() } } : {});
});

export const action = page(requireUser, async ({ request, member }) => {
  assertAllowed(member, "workspace:write");
  const here = paths.settings({ section: "support-access" });
  const change = { actor: toActor(member), access: member.access };
  return handleForm(request, member, SupportForm, {
    allow: {
      async onValid({ hours }) {
        if (!isRecentlyAuthenticated(member)) {
          const draft = await supportDraft.serialize({ sessionId: member.sessionId, typed: { hours } });
          const headers = { "Set-Cookie": draft };
          return redirect(paths.reauthenticate({ returnTo: here }), { status: 303, headers });
        }
        await allowSupport({ ...change, hours: Number(hours) });
        return redirectWithFlash(here, { kind: "success", message: messages.support.allowed });
      },
    },
    end: {
      async onValid() {
        await endSupport(change);
        return redirectWithFlash(here, { kind: "success", message: messages.support.ended });
      },
    },
  });
});

export default function SupportAccessSettings() {
  const access = useLoaderData<typeof loader>();
  return (
    <>
      <LastAction errors={{}} />
      <SettingsParent section="security" />
      <SupportAccessPanel {...access} />
    </>
  );
}
