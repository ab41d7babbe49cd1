import { getFormProps } from "@conform-to/react";
import { Link, type MetaFunction, useLoaderData } from "@remix-run/react";
import { ErrorSummary } from "#app/components/forms/error-summary.tsx";
import { Field } from "#app/components/forms/field.tsx";
import { PostForm } from "#app/components/forms/post-form.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { useForm } from "#app/components/forms/use-form.ts";
import { resultOf, useFormReply } from "#app/components/forms/use-form-reply.ts";
import { AuthLayout } from "#app/components/layout/auth-layout.tsx";
import { Flash } from "#app/components/layout/flash.tsx";
import type { PageHandle } from "#app/components/layout/page.tsx";
import { useBrandName } from "#app/components/layout/root-data.ts";
import layout from "#app/components/ui/layout.module.css";
import text from "#app/components/ui/text.module.css";
import { getSession } from "#app/http/auth/guards.server.ts";
import { page } from "#app/http/page.server.ts";
import { pageHeaders } from "#app/http/page-headers.ts";
import { tokenPageHeaders } from "#app/http/token-page-headers.ts";
import { paths } from "#app/paths.ts";
import { redirectToDashboard } from "./redirect-origin.server.ts";
import { handleSignInLinkForm, tokenOf } from "./sign-in-link-form.server.ts";

export { clientAction } from "#app/components/forms/network-error.ts";

const TITLE = "Sign in by email";

export const handle: PageHandle = { title: TITLE };

export const meta: MetaFunction = () => [{ name: "robots", content: "noindex" }];

export const headers = (args: Parameters<typeof pageHeaders>[0]) => {
  const all = new Headers(pageHeaders(args));
  for (const [name, value] of Object.entries(tokenPageHeaders)) all.set(name, value);
  return all;
};

/** Changes nothing: mail scanners open links. */
export const loader = page(async ({ request }) => {
  if (await getSession(request)) throw await redirectToDashboard(request);
  return { hasToken: tokenOf(request) !== "" };
});

export const action = page(({ request, context }) => handleSignInLinkForm(request, context));

export default function SignInLink() {
  const brandName = useBrandName();
  const { hasToken } = useLoaderData<typeof loader>();
  const reply = useFormReply<typeof action>();
  const isRefused = resultOf(reply, "sign-in") !== undefined;
  return (
    <AuthLayout title={TITLE}>
      <Flash isNote />
      {hasToken && !isRefused ? <UseLink brandName={brandName} /> : <RequestLink reply={reply} />}
      <p className={text.secondary}>
        <Link to={paths.login()}>Sign in with your password</Link>
      </p>
    </AuthLayout>
  );
}

function UseLink({ brandName }: { brandName: string }) {
  return (
    <PostForm intent="sign-in" className={layout.stack}>
      <p className={text.secondary}>Click the button to sign in to {brandName} in this browser.</p>
      <SubmitButton kind="primary" pending="Signing in">
        Sign in
      </SubmitButton>
    </PostForm>
  );
}

type Reply = ReturnType<typeof useFormReply<typeof action>>;

function RequestLink({ reply }: { reply: Reply }) {
  const [form, fields] = useForm<{ email: string }>({
    id: "sign-in-link",
    intent: "send-link",
    lastResult: reply,
  });
  return (
    <>
      <ErrorSummary formId={form.id} lastResult={reply} absent={["token"]} />
      <p className={text.secondary}>
        Enter your email, and we'll send you a link that signs you in without your password.
      </p>
      <PostForm
        intent="send-link"
        className={layout.stack}
        action={paths.signInByLink()}
        {...getFormProps(form)}
      >
        <Field label="Email" field={fields.email} type="email" autoComplete="email" />
        <SubmitButton kind="primary" pending="Sending">
          Send the link
        </SubmitButton>
      </PostForm>
    </>
  );
}
