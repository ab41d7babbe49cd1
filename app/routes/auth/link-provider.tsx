import { redirect } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { Field } from "#app/components/forms/field.tsx";
import { InputForm } from "#app/components/forms/input-form.tsx";
import { AuthLayout } from "#app/components/layout/auth-layout.tsx";
import type { PageHandle } from "#app/components/layout/page.tsx";
import text from "#app/components/ui/text.module.css";
import { authenticatePassword } from "#app/http/auth/authenticator.server.ts";
import { pendingLinkCookie } from "#app/http/auth/authorization-request.server.ts";
import { anyone } from "#app/http/auth/guards.server.ts";
import { signInBrowser } from "#app/http/auth/sign-in-response.server.ts";
import { redirectWithFlash } from "#app/http/cookies/flash.server.ts";
import { handleForm } from "#app/http/forms/handle-form.server.ts";
import { page } from "#app/http/page.server.ts";
import { Conflict } from "#app/lib/errors.ts";
import { paths } from "#app/paths.ts";
import { ConfirmPasswordForm } from "#app/schemas/accounts.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { findProvider } from "#app/services/auth/providers/registry.server.ts";
import { signInLimits } from "#app/services/auth/sign-in/attempt-limits.server.ts";

const TITLE = "Confirm your password";

export const handle: PageHandle = {
  title: TITLE,
  description: "Confirm your password to link a sign-in provider to your account.",
  isUnlisted: true,
};

const getProviderName = (id: string) => findProvider(id)?.name ?? id;

const readPendingLink = (request: Request) => pendingLinkCookie.parse(request.headers.get("cookie"));

export const loader = page(anyone, async ({ request }) => {
  const pending = await readPendingLink(request);
  if (!pending) throw redirect(paths.login());
  return { email: pending.account.email ?? "", providerName: getProviderName(pending.account.provider) };
});

const redirectUnfinished = () =>
  redirectWithFlash(paths.login(), { kind: "error", message: messages.social.notFinished });

export const action = page(anyone, async ({ request, context }) => {
  const limits = [signInLimits.byAddress(context.clientAddress)];
  const pending = await readPendingLink(request);
  if (!pending) return redirectUnfinished();
  const { account, userId, returnTo } = pending;
  const link = { account, userId, providerName: getProviderName(account.provider) };
  return handleForm(request, anyone, ConfirmPasswordForm, {
    "confirm-password": {
      limits,
      hide: ["password"],
      async onValid({ password }) {
        const form = { usernameOrEmail: account.email ?? "", password };
        const to = paths.socialLoginSuccess({ returnTo });
        try {
          const credentials = await authenticatePassword(form, request.headers.get("cookie"));
          const response = await signInBrowser({ request, context, credentials, link, to });
          response.headers.append("Set-Cookie", await pendingLinkCookie.clear());
          return response;
        } catch (error) {
          if (error instanceof Conflict && error.code === "try_again") return redirectUnfinished();
          throw error;
        }
      },
    },
  });
});

export default function LinkProvider() {
  const { email, providerName } = useLoaderData<typeof loader>();
  return (
    <AuthLayout title={TITLE}>
      <InputForm<typeof ConfirmPasswordForm>
        id="link"
        intent="confirm-password"
        submit={`Link ${providerName}`}
        pending="Linking"
      >
        {(fields, { reply }) => (
          <>
            <p className={text.secondary}>
              An account with <b className={text.strong}>{email}</b> exists. Confirm its password to link{" "}
              {providerName} to it.
            </p>
            <Field
              key={reply?.requestId}
              label="Password"
              field={fields.password}
              type="password"
              autoComplete="current-password"
              aside={
                <Link className={text.small} to={paths.forgotPassword()}>
                  Forgot it?
                </Link>
              }
            />
          </>
        )}
      </InputForm>
      <p className={text.secondary}>
        <Link to={paths.login()}>Do not link it</Link>
      </p>
    </AuthLayout>
  );
}

export { clientAction } from "#app/components/forms/network-error.ts";
export { RouteErrorBoundary as ErrorBoundary } from "#app/components/layout/route-error.tsx";
