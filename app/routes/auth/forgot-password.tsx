import { getFormProps } from "@conform-to/react";
import { Link } from "@remix-run/react";
import { ErrorSummary } from "#app/components/forms/error-summary.tsx";
import { Field } from "#app/components/forms/field.tsx";
import { keepPageOnError } from "#app/components/forms/network-error.ts";
import { PostForm } from "#app/components/forms/post-form.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { useForm } from "#app/components/forms/use-form.ts";
import { useFormReply } from "#app/components/forms/use-form-reply.ts";
import { AuthLayout } from "#app/components/layout/auth-layout.tsx";
import { Flash } from "#app/components/layout/flash.tsx";
import type { PageHandle } from "#app/components/layout/page.tsx";
import layout from "#app/components/ui/layout.module.css";
import text from "#app/components/ui/text.module.css";
import { getSession } from "#app/http/auth/guards.server.ts";
import { redirectWithFlash } from "#app/http/cookies/flash.server.ts";
import { handleForm } from "#app/http/forms/handle-form.server.ts";
import { mailLimits } from "#app/http/limits/limits.server.ts";
import { page } from "#app/http/page.server.ts";
import { pageHeaders } from "#app/http/page-headers.ts";
import { addressKey, consume } from "#app/lib/rate-limiter.server.ts";
import { sitePages } from "#app/lib/site/pages.ts";
import { paths } from "#app/paths.ts";
import { SendLinkForm } from "#app/schemas/accounts.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { requestPasswordReset } from "#app/services/auth/registration/password-reset.server.ts";
import { redirectToDashboard } from "./redirect-origin.server.ts";

export const handle: PageHandle = { page: sitePages.forgotPassword };

export const headers = pageHeaders;

export const loader = page(async ({ request }) => {
  if (await getSession(request)) throw await redirectToDashboard(request);
  return null;
});

export const clientAction = keepPageOnError(() => messages.auth.resetRequestFailed);

export const action = page(async ({ request, context }) => {
  const limits = [mailLimits.byAddress(addressKey(context.clientAddress))];
  const failure = messages.auth.resetRequestFailed;
  return handleForm(request, SendLinkForm, {
    "send-link": {
      limits,
      failure,
      async onValid({ email }) {
        await consume([mailLimits.byEmail(email)]);
        await requestPasswordReset(email);
        // A neutral notice: it must not reveal whether the account exists.
        return redirectWithFlash(paths.forgotPassword(), { kind: "blank", message: messages.auth.resetSent });
      },
    },
  });
});

export default function ForgotPassword() {
  const lastResult = useFormReply<typeof action>();
  const [form, fields] = useForm<{ email: string }>({ id: "forgot", intent: "send-link", lastResult });
  return (
    <AuthLayout title="Forgot your password?">
      <ErrorSummary formId={form.id} lastResult={lastResult} />
      <Flash isNote />
      <p className={text.secondary}>Enter your email and we'll send you a link to set a new password.</p>
      <PostForm intent="send-link" className={layout.stack} {...getFormProps(form)}>
        <Field label="Email" field={fields.email} type="email" autoComplete="email" />
        <SubmitButton kind="primary" pending="Sending">
          Send the link
        </SubmitButton>
      </PostForm>
      <p className={text.secondary}>
        <Link to={paths.login()}>Back to login</Link>
      </p>
    </AuthLayout>
  );
}
