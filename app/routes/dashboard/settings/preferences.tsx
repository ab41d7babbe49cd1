import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { type MetaFunction, useActionData, useLoaderData } from "@remix-run/react";
import { PreferencesPanel } from "#app/components/accounts/preferences-panel.tsx";
import { SaveError } from "#app/components/accounts/save-error.tsx";
import { keepPageOnNetworkError } from "#app/components/forms/network-error.ts";
import { Flash } from "#app/components/layout/flash.tsx";
import { brandNameOf } from "#app/components/layout/root-data.ts";
import { Alert } from "#app/components/ui/alert.tsx";
import { requireUser } from "#app/http/auth/guards.server.ts";
import { redirectWithFlash } from "#app/http/cookies/flash.server.ts";
import { themeCookie } from "#app/http/cookies/theme.server.ts";
import { type FormReply, handleForm } from "#app/http/forms/handle-form.server.ts";
import { page } from "#app/http/page.server.ts";
import { timeZonesByRegion } from "#app/lib/dates.ts";
import { currencyCodes } from "#app/lib/money.ts";
import { pageTitle } from "#app/lib/page-title.ts";
import { paths } from "#app/paths.ts";
import { presentUser } from "#app/presenters/user.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { PreferencesForm } from "#app/schemas/profile.ts";
import { updateProfile } from "#app/services/accounts/update-account.server.ts";
import { isAllowed } from "#app/services/workspaces/policy.ts";

export const meta: MetaFunction = ({ matches }) => [
  { title: pageTitle("Preferences", brandNameOf(matches)) },
];

export const loader = page(async ({ request }: LoaderFunctionArgs) => {
  const { user, workspace, role } = await requireUser(request);
  return {
    isOwner: isAllowed(role, "workspace:write"),
    preferences: presentUser(user, workspace).preferences,
    isMoving: workspace.zoneChangedAt !== null,
    zones: timeZonesByRegion(workspace.timeZone),
    currencies: currencyCodes(),
  };
});

export const clientAction = keepPageOnNetworkError(() => messages.profile.preferencesFailed);

export const action = page(async ({ request }: ActionFunctionArgs) => {
  const { user, workspace, role } = await requireUser(request);
  return handleForm(
    {
      form: "preferences",
      sent: request,
      schema: PreferencesForm,
      failed: messages.profile.preferencesFailed,
    },
    async (preferences) => {
      await updateProfile({
        workspace,
        role,
        userId: user.id,
        input: { preferences },
        isProven: false,
      });
      const headers = new Headers({ "Set-Cookie": await themeCookie.serialize(preferences.theme) });
      const to = paths.settings({ section: "preferences" });
      return redirectWithFlash(
        to,
        { kind: "success", message: messages.profile.preferencesUpdated },
        headers,
      );
    },
  );
});

export default function Preferences() {
  const { isMoving, ...data } = useLoaderData<typeof loader>();
  const reply = useActionData<FormReply>();
  return (
    <>
      <Flash />
      <SaveError reply={reply} />
      {isMoving ? <Alert role="status">{messages.profile.zoneMoving}</Alert> : null}
      <PreferencesPanel {...data} lastResult={reply} />
    </>
  );
}
