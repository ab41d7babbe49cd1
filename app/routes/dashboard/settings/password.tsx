import { useLoaderData } from "@remix-run/react";
import { ChangePassword } from "#app/components/accounts/change-password.tsx";
import { SettingsParent } from "#app/components/accounts/settings-pages.tsx";
import { keepPageOnError } from "#app/components/forms/network-error.ts";
import { PostForm } from "#app/components/forms/post-form.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { LastAction, type PageHandle } from "#app/components/layout/page.tsx";
import { Alert } from "#app/components/ui/alert.tsx";
import { Panel, PanelBody } from "#app/components/ui/panel.tsx";
import { requireUser } from "#app/http/auth/guards.server.ts";
import { redirectWithFlash } from "#app/http/cookies/flash.server.ts";
import { sessionCookie } from "#app/http/cookies/session.server.ts";
import { handleForm } from "#app/http/forms/handle-form.server.ts";
import { mailLimits } from "#app/http/limits/limits.server.ts";
import { page } from "#app/http/page.server.ts";
import { consume, countFailures } from "#app/lib/rate-limiter.server.ts";
import { paths } from "#app/paths.ts";
import { PasswordForm } from "#app/schemas/accounts.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { renewCookieToken } from "#app/services/auth/credentials/reauthentication.server.ts";
import { changePassword } from "#app/services/auth/registration/change-password.server.ts";
import { requestPasswordReset } from "#app/services/auth/registration/password-reset.server.ts";
import { signInLimits } from "#app/services/auth/sign-in/attempt-limits.server.ts";

export const handle: PageHandle = {
  title: "Password",
  description: "Change your password, or set the first one.",
};

const here = paths.settings({ section: "password" });

export const loader = page(requireUser, async ({ member }) => {
  const { user } = member;
  return { hasPassword: user.passwordHash !== null };
});

export const clientAction = keepPageOnError((intent) =>
  intent === "change" ? messages.profile.passwordFailed : undefined,
);

export const action = page(requireUser, async ({ request, context, member }) => {
  const { user, sessionId } = member;
  return handleForm(request, member, PasswordForm, {
    "send-link": {
      async onValid() {
        await consume([mailLimits.byEmail(user.email)]);
        await requestPasswordReset(user.email);
        return redirectWithFlash(here, { kind: "success", message: messages.profile.passwordLinkSent });
      },
    },
    change: {
      failed: messages.profile.passwordFailed,
      hide: ["currentPassword", "newPassword"],
      async onValid({ currentPassword, newPassword }) {
        const limits = [signInLimits.byAddress(context.clientAddress), signInLimits.bySignedIn(user.id)];
        await countFailures(limits, () => changePassword({ member, currentPassword, newPassword }));
        const headers = new Headers({
          "Set-Cookie": await sessionCookie.serialize(await renewCookieToken(sessionId)),
        });
        const message = messages.profile.passwordUpdated;
        return redirectWithFlash(here, { kind: "success", message }, headers);
      },
    },
  });
});

export default function PasswordSettings() {
  const { hasPassword } = useLoaderData<typeof loader>();
  return (
    <>
      <LastAction isNote={!hasPassword} errors={{ except: ["change"] }} />
      <SettingsParent section="security" />
      {hasPassword ? (
        <ChangePassword />
      ) : (
        <Panel title="Password">
          <PanelBody>
            <Alert>{messages.profile.passwordNone}</Alert>
            <PostForm intent="send-link">
              <SubmitButton pending="Sending">Mail me a link to set a password</SubmitButton>
            </PostForm>
          </PanelBody>
        </Panel>
      )}
    </>
  );
}
