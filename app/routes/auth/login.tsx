import { getFormProps } from "@conform-to/react";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import {
  Form,
  Link,
  type MetaFunction,
  useActionData,
  useLoaderData,
  useSearchParams,
} from "@remix-run/react";
import { forgetPendingEmail } from "#app/browser/pending-email.ts";
import { Flash } from "#app/components/flash.tsx";
import { ErrorSummary } from "#app/components/forms/error-summary.tsx";
import { Field } from "#app/components/forms/field.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { useForgottenFields } from "#app/components/forms/use-forgotten-fields.ts";
import { useForm } from "#app/components/forms/use-form.ts";
import { AuthLayout } from "#app/components/layout/auth-layout.tsx";
import { OrWithProvider } from "#app/components/provider-buttons.tsx";
import { brandNameOf, useRootData } from "#app/components/root-data.ts";
import { InfoIcon } from "#app/components/ui/icons.ts";
import { Note } from "#app/components/ui/note.tsx";
import { redirectToDashboard } from "#app/http/came-from.server.ts";
import { readOrigin } from "#app/http/device.server.ts";
import { flashCookie } from "#app/http/flash.server.ts";
import { answerForm, type FormAnswer } from "#app/http/form-action.server.ts";
import { getSignedIn } from "#app/http/guards.server.ts";
import { page } from "#app/http/page.server.ts";
import { pendingEmailCookie } from "#app/http/pending-email.server.ts";
import { providerButtons, providerPageHeaders, providerPolicy } from "#app/http/provider-buttons.server.ts";
import { consume } from "#app/http/rate-limits.server.ts";
import { signInAccountLimit, signInAddressLimit } from "#app/http/sign-in-limits.server.ts";
import { afterFirstStep } from "#app/http/signed-in.server.ts";
import { Forbidden } from "#app/lib/errors.ts";
import { pageTitle } from "#app/lib/page-title.ts";
import { paths } from "#app/paths.ts";
import { SignInInput } from "#app/schemas/accounts.ts";
import { messages } from "#app/schemas/messages.ts";
import { EmailUnverified, proveAccount } from "#app/services/accounts/sign-in.server.ts";

export { clientAction } from "#app/components/forms/unanswered.ts";

type LoginFields = { usernameOrEmail: string; password: string };

export const meta: MetaFunction = ({ matches }) => [{ title: pageTitle("Sign in", brandNameOf(matches)) }];

export const loader = page(async ({ request, context }: LoaderFunctionArgs) => {
  if (await getSignedIn(request)) throw redirectToDashboard(request);
  return data({ providers: providerButtons() }, { headers: providerPolicy(context) });
});

export const headers = providerPageHeaders;

export const action = page(async ({ request, context }: ActionFunctionArgs) => {
  const limits = [signInAddressLimit(context.clientAddress)];
  const origin = readOrigin((name) => request.headers.get(name), context.clientAddress);
  return answerForm({ sent: request, schema: SignInInput, limits, hide: ["password"] }, async (input) => {
    await consume([await signInAccountLimit(input.usernameOrEmail, origin.cookieId)]);
    try {
      return await afterFirstStep({ request, context, user: await proveAccount(input) });
    } catch (error) {
      if (error instanceof Forbidden && error.code === "account_deactivated")
        return redirect(paths.accountDeactivated(), 303);
      if (error instanceof EmailUnverified)
        return redirect(paths.verifyEmailPending(), { status: 303, headers: unverifiedHeaders(error) });
      throw error;
    }
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
  const lastResult = useActionData<FormAnswer>();
  const [search] = useSearchParams();
  const [form, fields] = useForm<LoginFields>({ id: "login", lastResult });
  const element = useForgottenFields("password");

  return (
    <AuthLayout
      brandName={brandName}
      title="Sign in"
      footer={`${brandName} keeps you signed in on this device for 14 days.`}
    >
      <ErrorSummary formId={form.id} lastResult={lastResult} />
      <Flash />
      {search.get("session") === "expired" && !lastResult ? (
        <Note tone="copper" icon={InfoIcon} role="status">
          {messages.auth.sessionExpired}
        </Note>
      ) : null}
      <Form
        method="post"
        className="stack"
        ref={element}
        onSubmitCapture={forgetPendingEmail}
        {...getFormProps(form)}
      >
        <Field
          label="E-mail or username"
          field={fields.usernameOrEmail}
          autoComplete="username"
          spellCheck={false}
        />
        <Field
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
      </Form>
      <OrWithProvider providers={providers} returnTo={search.get("returnTo") ?? undefined} />
      <p className="sub">
        New here? <Link to={paths.signup()}>Create an account</Link>
      </p>
    </AuthLayout>
  );
}
