import { data, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { OrWithProvider, ProviderButtons } from "#app/components/auth/provider-buttons.tsx";
import { Field } from "#app/components/forms/field.tsx";
import { InputForm } from "#app/components/forms/input-form.tsx";
import { AuthLayout } from "#app/components/layout/auth-layout.tsx";
import type { PageHandle } from "#app/components/layout/page.tsx";
import { Alert } from "#app/components/ui/alert.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import text from "#app/components/ui/text.module.css";
import { requireUser } from "#app/http/auth/guards.server.ts";
import { providerButtons, providerPolicy } from "#app/http/auth/provider-buttons.server.ts";
import { sessionCookie } from "#app/http/cookies/session.server.ts";
import { handleForm } from "#app/http/forms/handle-form.server.ts";
import { page } from "#app/http/page.server.ts";
import { policyPageHeaders } from "#app/http/page-policy.ts";
import { safeRedirect } from "#app/http/safe-redirect.server.ts";
import { countFailures } from "#app/lib/rate-limiter.server.ts";
import { paths } from "#app/paths.ts";
import { ConfirmPasswordForm } from "#app/schemas/accounts.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { confirmPassword, renewCookieToken } from "#app/services/auth/credentials/reauthentication.server.ts";
import { findProvider } from "#app/services/auth/providers/registry.server.ts";
import { signInLimits } from "#app/services/auth/sign-in/attempt-limits.server.ts";
import { listIdentities } from "#app/services/auth/sign-in/identities.server.ts";

export { clientAction } from "#app/components/forms/network-error.ts";

export const handle: PageHandle = {
  title: "Confirm your password",
  description: "Confirm your password again before you change something sensitive.",
};

const wayBack = (request: Request) =>
  safeRedirect(new URL(request.url).searchParams.get("returnTo"), paths.settings({ section: "account" }));

export const loader = page(requireUser, async ({ request, context, member }) => {
  const { user } = member;
  const connected = new Set((await listIdentities({ ownerId: user.id })).map(({ provider }) => provider));
  const proof = {
    hasPassword: user.passwordHash !== null,
    providers: providerButtons().filter(({ id }) => connected.has(id) && findProvider(id)?.canReauthenticate),
    returnTo: wayBack(request),
  };
  return data(proof, { headers: providerPolicy(context) });
});

export const headers = policyPageHeaders;

export const action = page(requireUser, async ({ request, context, member }) => {
  const { user, sessionId } = member;
  return handleForm(request, member, ConfirmPasswordForm, {
    "confirm-password": {
      hide: ["password"],
      async onValid({ password }) {
        const limits = [signInLimits.byAddress(context.clientAddress), signInLimits.bySignedIn(user.id)];
        await countFailures(limits, () => confirmPassword({ user, sessionId, password }));
        const headers = { "Set-Cookie": await sessionCookie.serialize(await renewCookieToken(sessionId)) };
        return redirect(wayBack(request), { status: 303, headers });
      },
    },
  });
});

export default function Reauthenticate() {
  const { hasPassword, providers, returnTo } = useLoaderData<typeof loader>();
  const buttons = { providers, returnTo, intent: "reauthenticate" as const, verb: "Confirm with" };
  return (
    <AuthLayout title="Confirm your password" lastAction={{}} footer="We'll ask again after 15 minutes.">
      {hasPassword ? (
        <InputForm<typeof ConfirmPasswordForm>
          id="proof"
          intent="confirm-password"
          submit="Confirm"
          pending="Confirming"
        >
          {(fields, { reply }) => (
            <>
              <p className={text.secondary}>{messages.auth.proofNeeded}</p>
              <Field
                key={reply?.requestId}
                label="Password"
                field={fields.password}
                type="password"
                autoComplete="current-password"
              />
            </>
          )}
        </InputForm>
      ) : providers.length === 0 ? (
        <Alert>{messages.profile.noPassword}</Alert>
      ) : null}
      {hasPassword ? <OrWithProvider {...buttons} /> : <ProviderButtons {...buttons} />}
      <ButtonLink kind="quiet" to={returnTo}>
        Back
      </ButtonLink>
    </AuthLayout>
  );
}
