import { getFormProps } from "@conform-to/react";
import { redirect } from "@remix-run/node";
import { Link, type MetaFunction, useSearchParams } from "@remix-run/react";
import { ErrorSummary } from "#app/components/forms/error-summary.tsx";
import { Field } from "#app/components/forms/field.tsx";
import { PostForm } from "#app/components/forms/post-form.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { useForm } from "#app/components/forms/use-form.ts";
import { useFormReply } from "#app/components/forms/use-form-reply.ts";
import { AuthLayout } from "#app/components/layout/auth-layout.tsx";
import type { PageHandle } from "#app/components/layout/page.tsx";
import { useBrandName } from "#app/components/layout/root-data.ts";
import layout from "#app/components/ui/layout.module.css";
import text from "#app/components/ui/text.module.css";
import { getSession } from "#app/http/auth/guards.server.ts";
import { page } from "#app/http/page.server.ts";
import { pageHeaders } from "#app/http/page-headers.ts";
import { paths } from "#app/paths.ts";
import { redirectToDashboard } from "./redirect-origin.server.ts";
import { backToLogin, handleSecondFactorForm, readPending } from "./second-factor-form.server.ts";

const TITLE = "Two-step sign-in";

export const handle: PageHandle = { title: TITLE };

export const meta: MetaFunction = () => [{ name: "robots", content: "noindex" }];

export const headers = pageHeaders;

export const loader = page(async ({ request }) => {
  if (await getSession(request)) throw await redirectToDashboard(request);
  if (!(await readPending(request))) throw redirect(backToLogin(request));
  return null;
});

export const action = page(({ request, context }) => handleSecondFactorForm(request, context));

export default function TwoFactor() {
  const brandName = useBrandName();
  const lastResult = useFormReply<typeof action>();
  const [search] = useSearchParams();
  const [form, fields] = useForm<{ code: string }>({
    id: "two-factor",
    intent: "second-factor",
    lastResult,
  });
  const isRecovery = search.get("with") === "recovery-code";
  const other = new URLSearchParams(search);
  if (isRecovery) other.delete("with");
  else other.set("with", "recovery-code");
  return (
    <AuthLayout title={TITLE} footer={`${brandName} keeps you signed in on this device for 14 days.`}>
      <ErrorSummary formId={form.id} lastResult={lastResult} />
      <PostForm intent="second-factor" className={layout.stack} {...getFormProps(form)}>
        <Field
          key={`${isRecovery ? "recovery" : "app"}${lastResult?.requestId ?? ""}`}
          label={isRecovery ? "Recovery code" : "Code"}
          hint={
            isRecovery
              ? "One of the ten codes that were shown when two-step sign-in was set up. Each works once."
              : "The six digits that your authenticator app shows now."
          }
          field={fields.code}
          autoComplete={isRecovery ? "off" : "one-time-code"}
          inputMode={isRecovery ? "text" : "numeric"}
          spellCheck={false}
        />
        <SubmitButton kind="primary" pending="Signing in">
          Sign in
        </SubmitButton>
      </PostForm>
      <p className={text.secondary}>
        <Link to={{ search: other.toString() }} replace>
          {isRecovery ? "Use the app's code instead" : "Use a recovery code instead"}
        </Link>
      </p>
      <p className={text.secondary}>
        <Link to={paths.login()}>Sign in as someone else</Link>
      </p>
    </AuthLayout>
  );
}

export { clientAction } from "#app/components/forms/network-error.ts";
export { RouteErrorBoundary as ErrorBoundary } from "#app/components/layout/route-error.tsx";
