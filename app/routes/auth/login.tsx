import { data } from "@remix-run/node";
import { Link, useLoaderData, useSearchParams } from "@remix-run/react";
import { removePendingEmail } from "#app/browser/pending-email.ts";
import { DemoSignIn } from "#app/components/auth/demo-sign-in.tsx";
import { OrWithProvider } from "#app/components/auth/provider-buttons.tsx";
import { Field } from "#app/components/forms/field.tsx";
import { InputForm } from "#app/components/forms/input-form.tsx";
import { useReplyTo } from "#app/components/forms/use-form-reply.ts";
import { AuthLayout } from "#app/components/layout/auth-layout.tsx";
import type { PageHandle } from "#app/components/layout/page.tsx";
import { useBrandName } from "#app/components/layout/root-data.ts";
import { Alert } from "#app/components/ui/alert.tsx";
import { InfoIcon } from "#app/components/ui/icons.ts";
import text from "#app/components/ui/text.module.css";
import { config } from "#app/env.server.ts";
import { anyone, requireSignedOut } from "#app/http/auth/guards.server.ts";
import { providerButtons, providerPolicy } from "#app/http/auth/provider-buttons.server.ts";
import { page } from "#app/http/page.server.ts";
import { policyPageHeaders } from "#app/http/page-policy.ts";
import { sitePages } from "#app/lib/site/pages.ts";
import { paths } from "#app/paths.ts";
import type { SignInForm } from "#app/schemas/accounts.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { handleLoginForm, readInvitedEmail } from "./login-form.server.ts";

export { clientAction } from "#app/components/forms/network-error.ts";

export const handle: PageHandle = { page: sitePages.login };

export const loader = page(requireSignedOut, async ({ request, context }) => {
  const email = await readInvitedEmail(request);
  return data(
    { providers: providerButtons(), email, isDemo: config.isDemo },
    { headers: providerPolicy(context) },
  );
});

export const headers = policyPageHeaders;

export const action = page(anyone, ({ request, context }) => handleLoginForm(request, context));

const advice = (
  <p>
    Check your email and password, or <Link to={paths.forgotPassword()}>reset your password</Link>.
  </p>
);

export default function Login() {
  const brandName = useBrandName();
  const { providers, email, isDemo } = useLoaderData<typeof loader>();
  const reply = useReplyTo("sign-in");
  const isWrong = reply?.error?.[""]?.includes(messages.auth.invalidCredentials);
  const [search] = useSearchParams();
  return (
    <AuthLayout
      title="Sign in"
      lastAction={{}}
      footer={`${brandName} keeps you signed in on this device for 14 days.`}
    >
      {search.get("session") === "expired" && !reply ? (
        <Alert tone="copper" icon={InfoIcon} role="status">
          {messages.auth.sessionExpired}
        </Alert>
      ) : null}
      {isDemo ? <DemoSignIn /> : null}
      <InputForm<typeof SignInForm>
        id="login"
        intent="sign-in"
        onSubmitCapture={removePendingEmail}
        defaultValue={email ? { usernameOrEmail: email } : undefined}
        summary={{ children: isWrong ? advice : null }}
        submit="Sign in"
        pending="Signing in"
      >
        {(fields) => (
          <>
            <Field
              label="Email or username"
              field={fields.usernameOrEmail}
              autoComplete="username"
              spellCheck={false}
            />
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
        <Link to={paths.signInByLink()}>Get a sign-in link by email</Link>
      </p>
      <OrWithProvider providers={providers} returnTo={search.get("returnTo") ?? undefined} />
      <p className={text.secondary}>
        New here? <Link to={paths.signup()}>Create an account</Link>
      </p>
    </AuthLayout>
  );
}
