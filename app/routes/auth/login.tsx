import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { Form, type MetaFunction, useActionData, useSearchParams } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { Flash } from "#app/components/flash.tsx";
import { ErrorSummary } from "#app/components/forms/error-summary.tsx";
import { Field } from "#app/components/forms/field.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { AuthLayout } from "#app/components/layout/auth-layout.tsx";
import { brandNameOf, useRootData } from "#app/components/root-data.ts";
import { InfoIcon } from "#app/components/ui/icons.ts";
import { Note } from "#app/components/ui/note.tsx";
import { readDevice } from "#app/http/device.server.ts";
import { errorAnswer } from "#app/http/error-answers.server.ts";
import { safeRedirect } from "#app/http/flash.server.ts";
import { readForm } from "#app/http/forms.server.ts";
import { getSignedIn } from "#app/http/guards.server.ts";
import { page } from "#app/http/page.server.ts";
import { addressKey, consume, signInLimits } from "#app/http/rate-limits.server.ts";
import { sessionCookie } from "#app/http/session-cookie.server.ts";
import { DomainError } from "#app/lib/errors.ts";
import { pageTitle } from "#app/lib/page-title.ts";
import { paths } from "#app/paths.ts";
import { SignInInput } from "#app/schemas/accounts.ts";
import { messages } from "#app/schemas/messages.ts";
import { accountKey, signIn } from "#app/services/accounts/sign-in.server.ts";

type LoginFields = { usernameOrEmail: string; password: string };

/** What the action answers with 400: conform's `submission.reply({ hideFields: ["password"] })`. */
export type ActionData = SubmissionResult<string[]>;

export const meta: MetaFunction = ({ matches }) => [{ title: pageTitle("Sign in", brandNameOf(matches)) }];

export const loader = page(async ({ request }: LoaderFunctionArgs) => {
  if (await getSignedIn(request)) throw redirect(paths.overview());
  return null;
});

export const action = page(async ({ request, context }: ActionFunctionArgs) => {
  const device = readDevice((name) => request.headers.get(name), context.clientAddress);
  await consume([signInLimits.byAddress(addressKey(context.clientAddress))]);
  const submission = parseWithZod(await readForm(request), { schema: SignInInput });
  if (submission.status !== "success")
    return data(submission.reply({ hideFields: ["password"] }), { status: 400 });
  const { usernameOrEmail } = submission.value;
  const returnTo = safeRedirect(new URL(request.url).searchParams.get("returnTo"), paths.overview());
  try {
    await consume([signInLimits.byAccount(accountKey(usernameOrEmail))]);
    const { token } = await signIn({ ...submission.value, device });
    return redirect(returnTo, { status: 303, headers: { "Set-Cookie": sessionCookie.issue(token) } });
  } catch (error) {
    if (!(error instanceof DomainError) || error.status >= 500) throw error;
    const reply = submission.reply({ formErrors: [error.message], hideFields: ["password"] });
    return data(reply, { status: error.status, headers: errorAnswer(error, context.requestId).headers });
  }
});

export default function Login() {
  const brandName = useRootData()?.brandName ?? "";
  const lastResult = useActionData<ActionData>();
  const [search] = useSearchParams();
  const [form, fields] = useForm<LoginFields>({ id: "login", lastResult });
  const element = useRef<HTMLFormElement>(null);

  // With script the page stays as it is: a refused password goes here, as it does without.
  useEffect(() => {
    const password = lastResult && element.current?.elements.namedItem("password");
    if (password instanceof HTMLInputElement) password.value = "";
  }, [lastResult]);

  return (
    <AuthLayout
      brandName={brandName}
      title="Sign in"
      footer={`${brandName} keeps you signed in on this device for 14 days.`}
    >
      <ErrorSummary form={form} />
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
        <Field label="Password" field={fields.password} type="password" autoComplete="current-password" />
        <SubmitButton kind="primary" pending="Signing in">
          Sign in
        </SubmitButton>
      </Form>
    </AuthLayout>
  );
}
