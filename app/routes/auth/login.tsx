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
import { flashCookie, safeRedirect } from "#app/http/flash.server.ts";
import { answerForm, type FormAnswer } from "#app/http/form-action.server.ts";
import { getSignedIn } from "#app/http/guards.server.ts";
import { page } from "#app/http/page.server.ts";
import { pendingEmailCookie } from "#app/http/pending-email.server.ts";
import { providerButtons, providerPageHeaders, providerPolicy } from "#app/http/provider-buttons.server.ts";
import { consume } from "#app/http/rate-limits.server.ts";
import { secondStepCookie } from "#app/http/second-step-cookie.server.ts";
import { signInAccountLimit, signInAddressLimit } from "#app/http/sign-in-limits.server.ts";
import { signedIn } from "#app/http/signed-in.server.ts";
import { Forbidden } from "#app/lib/errors.ts";
import { pageTitle } from "#app/lib/page-title.ts";
import { paths } from "#app/paths.ts";
import { SignInInput } from "#app/schemas/accounts.ts";
import { messages } from "#app/schemas/messages.ts";
import { beginSecondStep } from "#app/services/accounts/second-step.server.ts";
import { findAccount, proveAccount } from "#app/services/accounts/sign-in.server.ts";

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
  const previous = await getSignedIn(request);
  return answerForm({ request, context, schema: SignInInput, limits, hide: ["password"] }, async (input) => {
    await consume([await signInAccountLimit(input.usernameOrEmail, origin.cookieId)]);
    try {
      const user = await proveAccount(input);
      const secondStepToken = await beginSecondStep({ userId: user.id });
      if (secondStepToken) {
        return redirect(paths.secondStep(returnToOf(request)), {
          status: 303,
          headers: { "Set-Cookie": secondStepCookie.issue(secondStepToken) },
        });
      }
      return await signedIn({ request, user, origin, previousSessionId: previous?.sessionId ?? null });
    } catch (error) {
      if (error instanceof Forbidden && error.code === "account_deactivated")
        return redirect(paths.accountDeactivated(), 303);
      if (error instanceof Forbidden && error.code === "email_unverified")
        return redirect(paths.verifyEmailPending(), {
          status: 303,
          headers: await unverifiedHeaders(input.usernameOrEmail, error.message),
        });
      throw error;
    }
  });
});

function returnToOf(request: Request): { returnTo?: string } {
  const returnTo = new URL(request.url).searchParams.get("returnTo");
  return returnTo ? { returnTo: safeRedirect(returnTo, paths.overview()) } : {};
}

/** Whoever knows the password may see the address that waits for its link. */
async function unverifiedHeaders(usernameOrEmail: string, message: string): Promise<Headers> {
  const account = await findAccount(usernameOrEmail);
  const headers = new Headers({ "Set-Cookie": flashCookie({ kind: "blank", message }) });
  if (account) headers.append("Set-Cookie", pendingEmailCookie(account.email));
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
      <Form method="post" className="stack" ref={element} {...getFormProps(form)}>
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
