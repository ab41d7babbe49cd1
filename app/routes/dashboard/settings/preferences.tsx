import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { type MetaFunction, useActionData, useLoaderData } from "@remix-run/react";
import { Flash } from "#app/components/flash.tsx";
import { keepingThePage } from "#app/components/forms/unanswered.ts";
import { brandNameOf } from "#app/components/root-data.ts";
import { FailedNote } from "#app/components/settings/failed-note.tsx";
import { PreferencesPanel } from "#app/components/settings/preferences-panel.tsx";
import { Note } from "#app/components/ui/note.tsx";
import { redirectWithFlash } from "#app/http/flash.server.ts";
import { answerForm, type FormAnswer } from "#app/http/form-action.server.ts";
import { requireUser } from "#app/http/guards.server.ts";
import { page } from "#app/http/page.server.ts";
import { themeCookie } from "#app/http/theme.server.ts";
import { timeZonesByRegion } from "#app/lib/dates.ts";
import { currencyCodes } from "#app/lib/money.ts";
import { pageTitle } from "#app/lib/page-title.ts";
import { paths } from "#app/paths.ts";
import { presentUser } from "#app/presenters/user.ts";
import { messages } from "#app/schemas/messages.ts";
import { PreferencesForm } from "#app/schemas/profile.ts";
import { updateProfile } from "#app/services/accounts/update-profile.server.ts";

export const meta: MetaFunction = ({ matches }) => [
  { title: pageTitle("Preferences", brandNameOf(matches)) },
];

export const loader = page(async ({ request }: LoaderFunctionArgs) => {
  const { user } = await requireUser(request);
  return {
    preferences: presentUser(user).preferences,
    isMoving: user.zoneChangedAt !== null,
    zones: timeZonesByRegion(user.timeZone),
    currencies: currencyCodes(),
  };
});

export const clientAction = keepingThePage(() => messages.profile.preferencesFailed);

export const action = page(async ({ request }: ActionFunctionArgs) => {
  const { user } = await requireUser(request);
  return answerForm(
    {
      form: "preferences",
      sent: request,
      schema: PreferencesForm,
      failed: messages.profile.preferencesFailed,
    },
    async (preferences) => {
      await updateProfile({ userId: user.id, input: { preferences }, isProven: false });
      const headers = new Headers({ "Set-Cookie": themeCookie(preferences.theme) });
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
  const reply = useActionData<FormAnswer>();
  return (
    <>
      <Flash />
      <FailedNote reply={reply} />
      {isMoving ? <Note role="status">{messages.profile.zoneMoving}</Note> : null}
      <PreferencesPanel {...data} lastResult={reply} />
    </>
  );
}
