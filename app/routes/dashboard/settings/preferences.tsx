import { useLoaderData } from "@remix-run/react";
import { PreferencesPanel } from "#app/components/accounts/preferences-panel.tsx";
import { SettingsPanel } from "#app/components/accounts/settings-pages.tsx";
import { keepPageOnError } from "#app/components/forms/network-error.ts";
import { LastAction, type PageHandle } from "#app/components/layout/page.tsx";
import { Alert } from "#app/components/ui/alert.tsx";
import { requireUser } from "#app/http/auth/guards.server.ts";
import { redirectWithFlash } from "#app/http/cookies/flash.server.ts";
import { themeCookie } from "#app/http/cookies/theme.server.ts";
import { handleForm } from "#app/http/forms/handle-form.server.ts";
import { page } from "#app/http/page.server.ts";
import { timeZonesByRegion } from "#app/lib/dates.ts";
import { currencyCodes } from "#app/lib/money.ts";
import { phoneCountries } from "#app/lib/phone-countries.ts";
import { findZoneCountries } from "#app/lib/zone-countries.ts";
import { paths } from "#app/paths.ts";
import { presentUser } from "#app/presenters/user.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { PreferencesForm } from "#app/schemas/profile.ts";
import { updateProfile } from "#app/services/accounts/update-account.server.ts";
import { isAllowed } from "#app/services/workspaces/policy.ts";

export const handle: PageHandle = {
  title: "Preferences",
  description: "Your currency, time zone and region, and how the dashboard looks.",
};

export const loader = page(requireUser, async ({ member }) => {
  const { user, workspace, role } = member;
  const { preferences } = presentUser(user, workspace);
  const countries = phoneCountries();
  const [zoneCode] = findZoneCountries(workspace.timeZone);
  const zoneCountry = countries.find(({ code }) => code === zoneCode)?.name;
  return {
    isOwner: isAllowed(role, "workspace:write"),
    canSetRates: isAllowed(role, "platforms:write"),
    preferences: { ...preferences, region: preferences.region ?? "zone" },
    isMoving: workspace.zoneChangedAt !== null,
    zones: timeZonesByRegion(workspace.timeZone),
    currencies: currencyCodes(),
    regions: [
      { value: "zone", label: zoneCountry ? `As your time zone: ${zoneCountry}` : "As your time zone" },
      ...countries.map(({ code, name }) => ({ value: code, label: name })),
    ],
  };
});

export const clientAction = keepPageOnError(() => messages.profile.preferencesFailed);

export const action = page(requireUser, async ({ request, member }) => {
  const { access, user, workspace } = member;
  return handleForm(request, member, PreferencesForm, {
    preferences: {
      failed: messages.profile.preferencesFailed,
      async onValid({ intent: _, ...preferences }) {
        const input = { preferences };
        await updateProfile({ access, workspace, userId: user.id, input, isProven: false });
        const headers = new Headers({ "Set-Cookie": await themeCookie.serialize(preferences.theme) });
        const to = paths.settings({ section: "preferences" });
        const message = messages.profile.preferencesUpdated;
        return redirectWithFlash(to, { kind: "success", message }, headers);
      },
    },
  });
});

export default function Preferences() {
  const { isMoving, canSetRates, ...data } = useLoaderData<typeof loader>();
  return (
    <>
      <LastAction />
      {isMoving ? <Alert role="status">{messages.profile.zoneMoving}</Alert> : null}
      <PreferencesPanel {...data} />
      <SettingsPanel
        title="Notifications"
        to={paths.settings({ section: "notifications" })}
        label="Choose notifications"
      >
        What you are told about, in the app, by email or in your browser.
      </SettingsPanel>
      <SettingsPanel
        title="Exchange rates"
        to={paths.exchangeRates()}
        label={canSetRates ? "Set exchange rates" : "Show exchange rates"}
      >
        Amounts are converted at the European Central Bank's rates of the day, and at yours where you set one.
      </SettingsPanel>
    </>
  );
}
