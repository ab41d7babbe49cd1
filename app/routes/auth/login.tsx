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
import { getSession } from "#app/http/auth/guards.server.ts";
import { flashCookie } from "#app/http/cookies/flash.server.ts";
import { handleForm } from "#app/http/forms/handle-form.server.ts";
import { consume } from "#app/http/limits/rate-limits.server.ts";
import { page } from "#app/http/page.server.ts";
import { readDevice } from "#app/http/request-device.server.ts";
import { Forbidden } from "#app/lib/errors.ts";
import { paths } from "#app/paths.ts";
import { SignInForm } from "#app/schemas/accounts.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { EmailUnverified, verifyCredentials } from "#app/services/auth/sign-in/sign-in.server.ts";
import { pendingEmailCookie } from "./pending-email-cookie.server.ts";
import { providerButtons, providerPageHeaders, providerPolicy } from "./provider-buttons.server.ts";
import { redirectToDashboard } from "./redirect-origin.server.ts";
import { signInAccountLimit, signInAddressLimit } from "./sign-in-limits.server.ts";
import { respondToSignIn } from "./sign-in-response.server.ts";

export { clientAction } from "#app/components/forms/network-error.ts";

type LoginFields = { usernameOrEmail: string; password: string };

export const handle: PageHandle = { title: "Sign in" };

export const loader = page(async ({ request, context }: LoaderFunctionArgs) => {
  if (await getSession(request)) throw redirectToDashboard(request);
  return data({ providers: providerButtons() }, { headers: providerPolicy(context) });
});

export const headers = providerPageHeaders;

export const action = page(async ({ request, context }: ActionFunctionArgs) => {
  const limits = [signInAddressLimit(context.clientAddress)];
  const origin = readDevice((name) => request.headers.get(name), context.clientAddress);
  return handleForm(request, SignInForm, {
    "sign-in": {
      limits,
      hide: ["password"],
      async onValid(input) {
        await consume([await signInAccountLimit(input.usernameOrEmail, origin.cookieId)]);
        try {
          return await respondToSignIn({ request, context, user: await verifyCredentials(input) });
        } catch (error) {
          if (error instanceof Forbidden && error.code === "account_deactivated")
            return redirect(paths.accountDeactivated(), 303);
          if (error instanceof EmailUnverified)
            return redirect(paths.verifyEmailPending(), { status: 303, headers: unverifiedHeaders(error) });
          throw error;
        }
      },
    },
  });
});

/** Whoever knows the password may see the address that waits for its link. */
function unverifiedHeaders({ message, email }: EmailUnverified): Headers {
  const headers = new Headers({ "Set-Cookie": flashCookie({ kind: "blank", message }) });
  headers.append("Set-Cookie", pendingEmailCookie(email));
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
        className="stack"
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
            <Link className="meta" to={paths.forgotPassword()}>
              Forgot it?
            </Link>
          }
        />
        <SubmitButton kind="primary" pending="Signing in">
          Sign in
        </SubmitButton>
      </PostForm>
      <OrWithProvider providers={providers} returnTo={search.get("returnTo") ?? undefined} />
      <p className="sub">
        New here? <Link to={paths.signup()}>Create an account</Link>
      </p>
    </AuthLayout>
  );
}
