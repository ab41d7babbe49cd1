import { Link } from "@remix-run/react";
import { Field } from "#app/components/forms/field.tsx";
import { InputForm } from "#app/components/forms/input-form.tsx";
import { keepPageOnError } from "#app/components/forms/network-error.ts";
import { AuthLayout } from "#app/components/layout/auth-layout.tsx";
import type { PageHandle } from "#app/components/layout/page.tsx";
import text from "#app/components/ui/text.module.css";
import { anyone, requireSignedOut } from "#app/http/auth/guards.server.ts";
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

export const handle: PageHandle = { page: sitePages.forgotPassword };

export const headers = pageHeaders;

export const loader = page(requireSignedOut, async () => null);

export const clientAction = keepPageOnError(() => messages.auth.resetRequestFailed);

export const action = page(anyone, async ({ request, context }) => {
  const limits = [mailLimits.byAddress(addressKey(context.clientAddress))];
  const failure = messages.auth.resetRequestFailed;
  return handleForm(request, anyone, SendLinkForm, {
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
  return (
    <AuthLayout title="Forgot your password?" lastAction={{ isNote: true }}>
      <InputForm<typeof SendLinkForm>
        id="forgot"
        intent="send-link"
        submit="Send the link"
        pending="Sending"
        summary={{ clearsOnInput: true }}
      >
        {(fields) => (
          <>
            <p className={text.secondary}>
              Enter your email and we'll send you a link to set a new password.
            </p>
            <Field label="Email" field={fields.email} type="email" autoComplete="email" />
          </>
        )}
      </InputForm>
      <p className={text.secondary}>
        <Link to={paths.login()}>Back to login</Link>
      </p>
    </AuthLayout>
  );
}
