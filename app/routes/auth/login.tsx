import { getFormProps } from "@conform-to/react";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
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
import type { PageHandle } from "#app/components/layout/document-title.tsx";
import { Flash } from "#app/components/layout/flash.tsx";
import { useRootData } from "#app/components/layout/root-data.ts";
import { Alert } from "#app/components/ui/alert.tsx";
import { InfoIcon } from "#app/components/ui/icons.ts";
import layout from "#app/components/ui/layout.module.css";
import text from "#app/components/ui/text.module.css";
import { getSession } from "#app/http/auth/guards.server.ts";
import { serializeFlash } from "#app/http/cookies/flash.server.ts";
import { handleForm } from "#app/http/forms/handle-form.server.ts";
import { page } from "#app/http/page.server.ts";
import { Forbidden } from "#app/lib/errors.ts";
import { paths } from "#app/paths.ts";
import { SignInForm } from "#app/schemas/accounts.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { signInLimits } from "#app/services/auth/sign-in/attempt-limits.server.ts";
import { signIn } from "#app/services/auth/sign-in/sign-in.server.ts";
import { EmailUnverified } from "#app/services/auth/sign-in/verify-credentials.server.ts";
import { pendingEmailCookie } from "./pending-email-cookie.server.ts";
import { providerButtons, providerPageHeaders, providerPolicy } from "./provider-buttons.server.ts";
import { redirectToDashboard } from "./redirect-origin.server.ts";
import { readSignInOrigin, respondToSignIn } from "./sign-in-response.server.ts";

export { clientAction } from "#app/components/forms/network-error.ts";

type LoginFields = { usernameOrEmail: string; password: string };

export const handle: PageHandle = { title: "Sign in" };

export const loader = page(async ({ request, context }: LoaderFunctionArgs) => {
  if (await getSession(request)) throw await redirectToDashboard(request);
  return data({ providers: providerButtons() }, { headers: providerPolicy(context) });
});

export const headers = providerPageHeaders;

export const action = page(async ({ request, context }: ActionFunctionArgs) => {
  const limits = [signInLimits.byAddress(context.clientAddress)];
  return handleForm(request, SignInForm, {
    "sign-in": {
      limits,
      hide: ["password"],
      async onValid({ usernameOrEmail, password }) {
        const origin = await readSignInOrigin(request, context);
        try {
          const credentials = { kind: "password" as const, usernameOrEmail, password };
          const result = await signIn({ credentials, ...origin });
          return await respondToSignIn({ request, origin, result });
        } catch (error) {
          if (error instanceof Forbidden && error.code === "account_deactivated")
            return redirect(paths.accountDeactivated(), 303);
          if (!(error instanceof EmailUnverified)) throw error;
          const headers = await unverifiedHeaders(error);
          return redirect(paths.verifyEmailPending(), { status: 303, headers });
        }
      },
    },
  });
});

/** Whoever knows the password may see the email that waits for its verification. */
async function unverifiedHeaders({ message, email }: EmailUnverified): Promise<Headers> {
  const headers = new Headers({ "Set-Cookie": await serializeFlash({ kind: "blank", message }) });
  headers.append("Set-Cookie", await pendingEmailCookie.serialize(email));
  return headers;
}

export default function Login() {
  const brandName = useRootData()?.brandName ?? "";
  const { providers } = useLoaderData<typeof loader>();
  const lastResult = useFormReply<typeof action>();
  const [search] = useSearchParams();
  const [form, fields] = useForm<LoginFields>({ id: "login", intent: "sign-in", lastResult });

  return (
    <AuthLayout
      brandName={brandName}
      title="Sign in"
      footer={`${brandName} keeps you signed in on this device for 14 days.`}
    >
      <ErrorSummary formId={form.id} lastResult={lastResult} />
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
          label="E-mail or username"
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
      <OrWithProvider providers={providers} returnTo={search.get("returnTo") ?? undefined} />
      <p className={text.secondary}>
        New here? <Link to={paths.signup()}>Create an account</Link>
      </p>
    </AuthLayout>
  );
}
