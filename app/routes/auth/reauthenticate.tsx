import { getFormProps } from "@conform-to/react";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { Form, type MetaFunction, useActionData, useLoaderData } from "@remix-run/react";
import { Flash } from "#app/components/flash.tsx";
import { ErrorSummary } from "#app/components/forms/error-summary.tsx";
import { Field } from "#app/components/forms/field.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { useForgottenFields } from "#app/components/forms/use-forgotten-fields.ts";
import { useForm } from "#app/components/forms/use-form.ts";
import { AuthLayout } from "#app/components/layout/auth-layout.tsx";
import { OrWithProvider, ProviderButtons } from "#app/components/provider-buttons.tsx";
import { brandNameOf, useRootData } from "#app/components/root-data.ts";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { Note } from "#app/components/ui/note.tsx";
import { safeRedirect } from "#app/http/flash.server.ts";
import { answerForm, type FormAnswer } from "#app/http/form-action.server.ts";
import { requireUser } from "#app/http/guards.server.ts";
import { page } from "#app/http/page.server.ts";
import { providerButtons, providerPageHeaders, providerPolicy } from "#app/http/provider-buttons.server.ts";
import { addressKey, consume, signInLimits } from "#app/http/rate-limits.server.ts";
import { sessionCookie } from "#app/http/session-cookie.server.ts";
import { pageTitle } from "#app/lib/page-title.ts";
import { paths } from "#app/paths.ts";
import { CurrentPassword } from "#app/schemas/accounts.ts";
import { messages } from "#app/schemas/messages.ts";
import { listIdentities } from "#app/services/accounts/identities.server.ts";
import { provePassword, renewCookieToken } from "#app/services/accounts/prove-password.server.ts";
import { findProvider } from "#app/services/sign-in-providers/index.server.ts";

export { clientAction } from "#app/components/forms/unanswered.ts";

export const meta: MetaFunction = ({ matches }) => [
  { title: pageTitle("Confirm your password", brandNameOf(matches)) },
];

const wayBack = (request: Request) =>
  safeRedirect(new URL(request.url).searchParams.get("returnTo"), paths.settings({ section: "account" }));

export const loader = page(async ({ request, context }: LoaderFunctionArgs) => {
  const { user } = await requireUser(request);
  const connected = new Set((await listIdentities({ ownerId: user.id })).map(({ provider }) => provider));
  const proof = {
    hasPassword: user.passwordHash !== null,
    providers: providerButtons().filter(({ id }) => connected.has(id) && findProvider(id)?.canProve),
    returnTo: wayBack(request),
  };
  return data(proof, { headers: providerPolicy(context) });
});

export const headers = providerPageHeaders;

export const action = page(async ({ request, context }: ActionFunctionArgs) => {
  const { user, sessionId } = await requireUser(request);
  return answerForm(
    {
      form: "proof",
      sent: request,
      schema: CurrentPassword,
      hide: ["password"],
    },
    async ({ password }) => {
      await consume([
        signInLimits.byAddress(addressKey(context.clientAddress)),
        signInLimits.byAccount(`proof:${user.id}`),
      ]);
      await provePassword({ user, sessionId, password });
      const headers = { "Set-Cookie": sessionCookie.issue(await renewCookieToken(sessionId)) };
      return redirect(wayBack(request), { status: 303, headers });
    },
  );
});

/** Asked before what cannot be undone or opens the account to others. It ends nothing. */
export default function Reauthenticate() {
  const { hasPassword, providers, returnTo } = useLoaderData<typeof loader>();
  const reply = useActionData<FormAnswer>();
  const [form, fields] = useForm<{ password: string }>({ id: "proof", lastResult: reply });
  const element = useForgottenFields("password");
  return (
    <AuthLayout
      brandName={useRootData()?.brandName ?? ""}
      title="Confirm your password"
      footer="It is asked again after 15 minutes."
    >
      <Flash />
      {hasPassword ? (
        <>
          <p className="sub">{messages.auth.proofNeeded}</p>
          <Form method="post" className="stack" ref={element} {...getFormProps(form)}>
            <ErrorSummary formId={form.id} lastResult={reply} />
            <Field label="Password" field={fields.password} type="password" autoComplete="current-password" />
            <SubmitButton kind="primary" pending="Confirming">
              Confirm
            </SubmitButton>
          </Form>
        </>
      ) : providers.length === 0 ? (
        <Note>{messages.profile.noPassword}</Note>
      ) : null}
      {hasPassword ? (
        <OrWithProvider providers={providers} returnTo={returnTo} intent="prove" verb="Confirm with" />
      ) : (
        <ProviderButtons providers={providers} returnTo={returnTo} intent="prove" verb="Confirm with" />
      )}
      <ButtonLink kind="quiet" to={returnTo}>
        Back
      </ButtonLink>
    </AuthLayout>
  );
}
