import { getFormProps } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { data } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { removePendingEmail } from "#app/browser/pending-email.ts";
import { BrowserTimeZone } from "#app/components/auth/browser-time-zone.tsx";
import { OrWithProvider } from "#app/components/auth/provider-buttons.tsx";
import { UsernameSuggestions } from "#app/components/auth/username-suggestions.tsx";
import { ErrorSummary } from "#app/components/forms/error-summary.tsx";
import { Field } from "#app/components/forms/field.tsx";
import { PasswordField } from "#app/components/forms/password-field.tsx";
import { PostForm } from "#app/components/forms/post-form.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { useForm } from "#app/components/forms/use-form.ts";
import { useFormReply } from "#app/components/forms/use-form-reply.ts";
import { AuthLayout } from "#app/components/layout/auth-layout.tsx";
import type { PageHandle } from "#app/components/layout/page.tsx";
import layout from "#app/components/ui/layout.module.css";
import text from "#app/components/ui/text.module.css";
import { getSession } from "#app/http/auth/guards.server.ts";
import { page } from "#app/http/page.server.ts";
import { sitePages } from "#app/lib/site/pages.ts";
import { paths } from "#app/paths.ts";
import { RegisterForm } from "#app/schemas/accounts.ts";
import { plainSentence } from "#app/schemas/shared/sentences.ts";
import { pendingEmailCookie } from "./pending-email-cookie.server.ts";
import { providerButtons, providerPageHeaders, providerPolicy } from "./provider-buttons.server.ts";
import { redirectToDashboard } from "./redirect-origin.server.ts";
import { handleSignUpForm, readReplacedRegistration } from "./signup-form.server.ts";

export { clientAction } from "#app/components/forms/network-error.ts";

type SignUpFields = { name: string; username: string; email: string; password: string };

export const handle: PageHandle = { page: sitePages.optIn };

export const loader = page(async ({ request, context }) => {
  if (await getSession(request)) throw await redirectToDashboard(request);
  const earlier = await readReplacedRegistration(request);
  const email = earlier ? await pendingEmailCookie.parse(request.headers.get("cookie")) : null;
  const form = earlier && { name: earlier.name, username: earlier.username, email: email ?? "" };
  return data({ providers: providerButtons(), form }, { headers: providerPolicy(context) });
});

export const headers = providerPageHeaders;

export const action = page(({ request, context }) => handleSignUpForm(request, context));

export default function SignUp() {
  const { providers, form: earlier } = useLoaderData<typeof loader>();
  const lastResult = useFormReply<typeof action>();
  const [form, fields] = useForm<SignUpFields>({
    id: "signup",
    intent: "register",
    lastResult,
    defaultValue: earlier ?? undefined,
    shouldValidate: "onBlur",
    shouldRevalidate: "onInput",
    onValidate: ({ formData }) => parseWithZod(formData, { schema: RegisterForm, error: plainSentence }),
  });
  return (
    <AuthLayout title="Create an account">
      <ErrorSummary formId={form.id} lastResult={lastResult} />
      <PostForm
        intent="register"
        isLive
        className={layout.stack}
        onSubmitCapture={removePendingEmail}
        {...getFormProps(form)}
      >
        <Field label="Name" field={fields.name} autoComplete="name" />
        <Field
          label="Username"
          field={fields.username}
          autoComplete="username"
          spellCheck={false}
          hint="3–30 characters: a–z, 0–9, dots, hyphens, underscores."
        />
        {lastResult && "suggestions" in lastResult ? (
          <UsernameSuggestions
            names={lastResult.suggestions}
            onChoose={(value) => form.update({ name: fields.username.name, value })}
          />
        ) : null}
        <Field label="Email" field={fields.email} type="email" autoComplete="email" />
        <PasswordField
          label="Password"
          field={fields.password}
          autoComplete="new-password"
          hint="At least 8 characters. Avoid common passwords, your name and your email."
        />
        <BrowserTimeZone name="preferences.timezone" />
        <p className={text.small}>
          By creating an account you accept the <Link to={paths.terms()}>terms of service</Link>. The{" "}
          <Link to={paths.privacy()}>privacy policy</Link> says what we store.
        </p>
        <SubmitButton kind="attest" pending="Creating">
          Create account
        </SubmitButton>
      </PostForm>
      <OrWithProvider providers={providers} />
      <p className={text.secondary}>
        Have an account? <Link to={paths.login()}>Sign in</Link>
      </p>
    </AuthLayout>
  );
}
