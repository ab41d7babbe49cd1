import { useLoaderData } from "@remix-run/react";
import { SettingsPanel } from "#app/components/accounts/settings-pages.tsx";
import { DevicesPanel } from "#app/components/auth/devices-panel.tsx";
import { ProvidersSummary } from "#app/components/auth/providers-panel.tsx";
import { TwoFactorPanel } from "#app/components/auth/two-factor-panel.tsx";
import { LastAction, type PageHandle } from "#app/components/layout/page.tsx";
import { requireUser } from "#app/http/auth/guards.server.ts";
import { signedOutHeaders } from "#app/http/auth/signed-out-headers.server.ts";
import { redirectWithFlash } from "#app/http/cookies/flash.server.ts";
import { handleForm } from "#app/http/forms/handle-form.server.ts";
import { page } from "#app/http/page.server.ts";
import { formatDateTime } from "#app/lib/format-date.ts";
import { paths } from "#app/paths.ts";
import { presentSession } from "#app/presenters/session.ts";
import { SessionForm } from "#app/schemas/accounts.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { findProvider, signInProviders } from "#app/services/auth/providers/registry.server.ts";
import {
  endOtherSessions,
  endOwnSession,
  listSessions,
} from "#app/services/auth/sessions/list-sessions.server.ts";
import { findSupportAccess } from "#app/services/auth/sessions/support-access.server.ts";
import { listIdentities } from "#app/services/auth/sign-in/identities.server.ts";
import { getTwoFactor } from "#app/services/auth/sign-in/two-factor.server.ts";
import { isAllowed } from "#app/services/workspaces/policy.ts";

export { clientAction } from "#app/components/forms/network-error.ts";

export const handle: PageHandle = {
  title: "Security",
  description: "Your password, two-step sign-in and open sessions.",
};

export const loader = page(requireUser, async ({ member }) => {
  const { user, workspace, role, sessionId } = member;
  const [sessions, { since, codesLeft }, identities, support] = await Promise.all([
    listSessions(user.id),
    getTwoFactor({ owner: user }),
    listIdentities({ ownerId: user.id }),
    findSupportAccess(workspace.id),
  ]);
  return {
    twoFactor: { since: since?.toISOString() ?? null, codesLeft },
    providers:
      signInProviders.length + identities.length === 0
        ? null
        : identities.map(({ provider }) => findProvider(provider)?.name ?? provider),
    isOwner: isAllowed(role, "workspace:write"),
    hasPassword: user.passwordHash !== null,
    supportEndsAt: support?.access.expiresAt.toISOString() ?? null,
    sessions: sessions.map((session) => presentSession(session, sessionId)),
    now: new Date().toISOString(),
    timeZone: workspace.timeZone,
  };
});

export const action = page(requireUser, async ({ request, member }) => {
  const { user, sessionId } = member;
  const here = paths.settings({ section: "security" });
  return handleForm(request, member, SessionForm, {
    "end-session": {
      async onValid({ sessionId: endedId }) {
        await endOwnSession({ userId: user.id, sessionId: endedId });
        if (endedId !== sessionId)
          return redirectWithFlash(here, { kind: "success", message: messages.sessions.ended });
        const headers = new Headers(await signedOutHeaders());
        return redirectWithFlash(
          paths.login(),
          { kind: "success", message: messages.auth.loggedOut },
          headers,
        );
      },
    },
    "end-others": {
      async onValid() {
        await endOtherSessions(member);
        return redirectWithFlash(here, { kind: "success", message: messages.sessions.othersEnded });
      },
    },
  });
});

export default function SecuritySettings() {
  const { sessions, isOwner, hasPassword, twoFactor, providers, supportEndsAt, now, timeZone } =
    useLoaderData<typeof loader>();
  return (
    <>
      <LastAction errors={{}} />
      <SettingsPanel
        title="Password"
        to={paths.settings({ section: "password" })}
        label={hasPassword ? "Change password" : "Set a password"}
      >
        {hasPassword ? "It signs you in on every device." : messages.profile.passwordNone}
      </SettingsPanel>
      <TwoFactorPanel twoFactor={twoFactor} now={now} timeZone={timeZone} />
      {providers ? <ProvidersSummary names={providers} /> : null}
      <DevicesPanel sessions={sessions} now={now} timeZone={timeZone} />
      <SettingsPanel
        title="Support access"
        to={paths.settings({ section: "support-access" })}
        label={
          !isOwner ? "What support access is" : supportEndsAt ? "End support access" : "Allow support access"
        }
      >
        {supportEndsAt
          ? `Our support may work in your workspace until ${formatDateTime({ at: supportEndsAt, timeZone, now })}.`
          : "Nobody has support access now."}
      </SettingsPanel>
    </>
  );
}
