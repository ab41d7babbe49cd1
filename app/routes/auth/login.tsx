import { getFormProps } from "@conform-to/react";
import { data } from "@remix-run/node";
import { Link, useLoaderData, useSearchParams } from "@remix-run/react";
import { removePendingEmail } from "#app/browser/pending-email.ts";
import { OrWithProvider } from "#app/components/auth/provider-buttons.tsx";
import { ErrorSummary } from "#app/components/forms/error-summary.tsx";
import { Field } from "#app/components/forms/field.tsx";
import { PostForm } from "#app/components/forms/post-form.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { useForm } from "#app/components/forms/use-form.ts";
import { useFormReply } from "#app/components/forms/use-form-reply.ts";
import { AuthLayout } from "#app/components/layout/auth-layout.tsx";
import { Flash } from "#app/components/layout/flash.tsx";
import type { PageHandle } from "#app/components/layout/page.tsx";
import { useBrandName } from "#app/components/layout/root-data.ts";
import { Alert } from "#app/components/ui/alert.tsx";
import { InfoIcon } from "#app/components/ui/icons.ts";
import layout from "#app/components/ui/layout.module.css";
import text from "#app/components/ui/text.module.css";
import { getSession } from "#app/http/auth/guards.server.ts";
import { page } from "#app/http/page.server.ts";
import { sitePages } from "#app/lib/site/pages.ts";
import { paths } from "#app/paths.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { handleLoginForm } from "./login-form.server.ts";
import { providerButtons, providerPageHeaders, providerPolicy } from "./provider-buttons.server.ts";
import { redirectToDashboard } from "./redirect-origin.server.ts";

export { clientAction } from "#app/components/forms/network-error.ts";

type LoginFields = { usernameOrEmail: string; password: string };

export const handle: PageHandle = { page: sitePages.login };

export const loader = page(async ({ request, context }) => {
  if (await getSession(request)) throw await redirectToDashboard(request);
  return data({ providers: providerButtons() }, { headers: providerPolicy(context) });
});

export const headers = providerPageHeaders;

export const action = page(({ request, context }) => handleLoginForm(request, context));

export default function Login() {
  const brandName = useBrandName();
  const { providers } = useLoaderData<typeof loader>();
  const lastResult = useFormReply<typeof action>();
  const [search] = useSearchParams();
  const [form, fields] = useForm<LoginFields>({ id: "login", intent: "sign-in", lastResult });

  return (
    <AuthLayout title="Sign in" footer={`${brandName} keeps you signed in on this device for 14 days.`}>
      <ErrorSummary formId={form.id} lastResult={lastResult}>
        {form.errors?.includes(messages.auth.invalidCredentials) ? (
          <p>
            Check your email and password, or <Link to={paths.forgotPassword()}>reset your password</Link>.
          </p>
        ) : null}
      </ErrorSummary>
      <Flash />
      {search.get("session") === "expired" && !lastResult ? (
        <Alert tone="copper" icon={InfoIcon} role="status">
          {messages.auth.sessionExpired}
        </Alert>
      ) : null}
      <PostForm
        intent="sign-in"
        className={layout.stack}
        onSubmitCapture={removePendingEmail}
        {...getFormProps(form)}
      >
        <Field
          label="Email or username"
          field={fields.usernameOrEmail}
          autoComplete="username"
          spellCheck={false}
        />
        <Field
          key={lastResult?.requestId}
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
        <SubmitButton kind="primary" pending="Signing in">
          Sign in
        </SubmitButton>
      </PostForm>
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
