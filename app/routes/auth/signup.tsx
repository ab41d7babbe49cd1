import { parseWithZod } from "@conform-to/zod/v4";
import { data } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { removePendingEmail } from "#app/browser/pending-email.ts";
import { BrowserTimeZone } from "#app/components/auth/browser-time-zone.tsx";
import { OrWithProvider } from "#app/components/auth/provider-buttons.tsx";
import { UsernameSuggestions } from "#app/components/auth/username-suggestions.tsx";
import { Field } from "#app/components/forms/field.tsx";
import { InputForm } from "#app/components/forms/input-form.tsx";
import { PasswordField } from "#app/components/forms/password-field.tsx";
import { useFormReply } from "#app/components/forms/use-form-reply.ts";
import { AuthLayout } from "#app/components/layout/auth-layout.tsx";
import type { PageHandle } from "#app/components/layout/page.tsx";
import text from "#app/components/ui/text.module.css";
import { anyone, requireSignedOut } from "#app/http/auth/guards.server.ts";
import { providerButtons, providerPolicy } from "#app/http/auth/provider-buttons.server.ts";
import { page } from "#app/http/page.server.ts";
import { policyPageHeaders } from "#app/http/page-policy.ts";
import { sitePages } from "#app/lib/site/pages.ts";
import { paths } from "#app/paths.ts";
import { RegisterForm } from "#app/schemas/accounts.ts";
import { plainSentence } from "#app/schemas/shared/sentences.ts";
import { pendingEmailCookie } from "./pending-email-cookie.server.ts";
import { handleSignUpForm, readInvitation, readReplacedRegistration } from "./signup-form.server.ts";

export { clientAction } from "#app/components/forms/network-error.ts";

export const handle: PageHandle = { page: sitePages.optIn };

export const loader = page(requireSignedOut, async ({ request, context }) => {
  const invitation = await readInvitation(request);
  const earlier = await readReplacedRegistration(request);
  const email = earlier ? await pendingEmailCookie.parse(request.headers.get("cookie")) : null;
  const form = earlier && { name: earlier.name, username: earlier.username, email: email ?? "" };
  return data({ providers: providerButtons(), form, invitation }, { headers: providerPolicy(context) });
});

export const headers = policyPageHeaders;

export const action = page(anyone, ({ request, context }) => handleSignUpForm(request, context));

export default function SignUp() {
  const { providers, form: earlier, invitation } = useLoaderData<typeof loader>();
  const reply = useFormReply<typeof action>();
  return (
    <AuthLayout title="Create an account">
      {invitation ? <p>{invitation.description}</p> : null}
      <InputForm<typeof RegisterForm>
        id="signup"
        intent="register"
        onSubmitCapture={removePendingEmail}
        defaultValue={invitation ? { email: invitation.email } : (earlier ?? undefined)}
        validate={({ formData }) => parseWithZod(formData, { schema: RegisterForm, error: plainSentence })}
        submit={invitation ? "Create account and join" : "Create account"}
        pending="Creating"
        kind="attest"
      >
        {(fields, { form }) => (
          <>
            <Field label="Name" field={fields.name} autoComplete="name" />
            <Field
              label="Username"
              field={fields.username}
              autoComplete="username"
              spellCheck={false}
              hint="3–30 characters: a–z, 0–9, dots, hyphens, underscores."
            />
            {reply && "suggestions" in reply ? (
              <UsernameSuggestions
                names={reply.suggestions}
                onChoose={(value) => form.update({ name: fields.username.name, value })}
              />
            ) : null}
            {invitation ? <input type="hidden" name="invitation" value={invitation.token} /> : null}
            <Field
              label="Email"
              field={fields.email}
              type="email"
              autoComplete="email"
              {...(invitation ? { readOnly: true, hint: "The invitation was sent to this address." } : {})}
            />
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
          </>
        )}
      </InputForm>
      <OrWithProvider
        providers={providers}
        returnTo={invitation ? paths.invitation({ token: invitation.token }) : undefined}
      />
      <p className={text.secondary}>
        Have an account? <Link to={paths.login()}>Sign in</Link>
      </p>
    </AuthLayout>
  );
}
