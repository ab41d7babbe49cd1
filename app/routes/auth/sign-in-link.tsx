import { Link, useLoaderData } from "@remix-run/react";
import { Field } from "#app/components/forms/field.tsx";
import { InputForm } from "#app/components/forms/input-form.tsx";
import { useReplyTo } from "#app/components/forms/use-form-reply.ts";
import { AuthLayout } from "#app/components/layout/auth-layout.tsx";
import type { PageHandle } from "#app/components/layout/page.tsx";
import { useBrandName } from "#app/components/layout/root-data.ts";
import text from "#app/components/ui/text.module.css";
import { anyone, requireSignedOut } from "#app/http/auth/guards.server.ts";
import { page } from "#app/http/page.server.ts";
import { tokenPageHeaders } from "#app/http/page-headers.ts";
import { paths } from "#app/paths.ts";
import type { SignInLinkForm } from "#app/schemas/accounts.ts";
import { handleSignInLinkForm, readToken } from "./sign-in-link-form.server.ts";

export { clientAction } from "#app/components/forms/network-error.ts";

const TITLE = "Sign in by email";

export const handle: PageHandle = {
  title: TITLE,
  description: "Sign in with a link that we send to your email, without a password.",
  isUnlisted: true,
};

export const headers = tokenPageHeaders;

/** Changes nothing: mail scanners open links. */
export const loader = page(requireSignedOut, async ({ request }) => {
  return { hasToken: readToken(request) !== "" };
});

export const action = page(anyone, ({ request, context }) => handleSignInLinkForm(request, context));

export default function SignInLink() {
  const { hasToken } = useLoaderData<typeof loader>();
  const isRefused = useReplyTo("sign-in") !== undefined;
  return (
    <AuthLayout title={TITLE} lastAction={{ isNote: true }}>
      {hasToken && !isRefused ? <UseLink /> : <RequestLink />}
      <p className={text.secondary}>
        <Link to={paths.login()}>Sign in with your password</Link>
      </p>
    </AuthLayout>
  );
}

function UseLink() {
  const brandName = useBrandName();
  return (
    <InputForm<typeof SignInLinkForm> intent="sign-in" submit="Sign in" pending="Signing in">
      {() => <p className={text.secondary}>Click the button to sign in to {brandName} in this browser.</p>}
    </InputForm>
  );
}

function RequestLink() {
  return (
    <InputForm<typeof SignInLinkForm>
      id="sign-in-link"
      intent="send-link"
      alsoShows={["sign-in"]}
      summary={{ absent: ["token"] }}
      action={paths.signInByLink()}
      submit="Send the link"
      pending="Sending"
    >
      {(fields) => (
        <>
          <p className={text.secondary}>
            Enter your email, and we'll send you a link that signs you in without your password.
          </p>
          <Field label="Email" field={fields.email} type="email" autoComplete="email" />
        </>
      )}
    </InputForm>
  );
}
