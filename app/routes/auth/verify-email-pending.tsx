import { getInputProps } from "@conform-to/react";
import { Link, useLoaderData, useLocation } from "@remix-run/react";
import { useEffect, useState } from "react";
import { readPendingEmail as readStoredEmail, storePendingEmail } from "#app/browser/pending-email.ts";
import { Field } from "#app/components/forms/field.tsx";
import { InputForm } from "#app/components/forms/input-form.tsx";
import { AuthLayout } from "#app/components/layout/auth-layout.tsx";
import type { PageHandle } from "#app/components/layout/page.tsx";
import text from "#app/components/ui/text.module.css";
import { anyone } from "#app/http/auth/guards.server.ts";
import { redirectWithFlash } from "#app/http/cookies/flash.server.ts";
import { handleForm } from "#app/http/forms/handle-form.server.ts";
import { mailLimits } from "#app/http/limits/limits.server.ts";
import { page } from "#app/http/page.server.ts";
import { pageHeaders } from "#app/http/page-headers.ts";
import { addressKey, consume } from "#app/lib/rate-limiter.server.ts";
import { paths } from "#app/paths.ts";
import { SendLinkForm } from "#app/schemas/accounts.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { resendVerification } from "#app/services/auth/registration/verify-email.server.ts";
import { pendingEmailCookie } from "./pending-email-cookie.server.ts";
import { readRegistration } from "./registration-cookie.server.ts";

export { clientAction } from "#app/components/forms/network-error.ts";

export const handle: PageHandle = {
  title: "Check your email",
  description: "We sent you a link that confirms your email, and can send another.",
  isUnlisted: true,
};

export const headers = pageHeaders;

export const loader = page(anyone, async ({ request }) => ({
  email: await pendingEmailCookie.parse(request.headers.get("cookie")),
  canCorrect: (await readRegistration(request)) !== null,
}));

export const action = page(anyone, async ({ request, context }) => {
  const limits = [mailLimits.byAddress(addressKey(context.clientAddress))];
  return handleForm(request, anyone, SendLinkForm, {
    "send-link": {
      limits,
      async onValid({ email }) {
        await consume([mailLimits.byEmail(email)]);
        await resendVerification(email);
        return redirectWithFlash(paths.verifyEmailPending(), {
          kind: "blank",
          message: messages.auth.verificationSent,
        });
      },
    },
  });
});

/** The email from the previous page, else from this browser's storage, else from the cookie. */
function usePendingEmail(): string | null {
  const { email } = useLoaderData<typeof loader>();
  const state = useLocation().state as { email?: unknown } | null;
  const [stored, setStored] = useState<string | null>(null);
  useEffect(() => {
    const before = readStoredEmail();
    if (before) setStored(before);
    else if (email) storePendingEmail(email);
  }, [email]);
  return (typeof state?.email === "string" ? state.email : null) ?? stored ?? email;
}

export default function VerifyEmailPending() {
  const email = usePendingEmail();
  const { canCorrect } = useLoaderData<typeof loader>();
  return (
    <AuthLayout title="Check your email" lastAction={{ isNote: true }}>
      <InputForm<typeof SendLinkForm>
        key={email}
        id="resend"
        intent="send-link"
        defaultValue={{ email: email ?? "" }}
        submit="Send a new link"
        pending="Sending"
        kind="plain"
      >
        {(fields) => (
          <>
            <p>
              {email ? (
                <>
                  We sent a verification link to <b className={text.breakable}>{email}</b>.
                </>
              ) : (
                "We sent a verification link to your address."
              )}{" "}
              It expires in 24 hours.
            </p>
            <p className={text.secondary}>Nothing yet? Check your spam folder, or send a new link.</p>
            {/* Another address here would get no link: "Correct it" changes it. */}
            {canCorrect && email ? (
              <input {...getInputProps(fields.email, { type: "hidden" })} key={fields.email.key} />
            ) : (
              <Field label="Email" field={fields.email} type="email" autoComplete="email" />
            )}
          </>
        )}
      </InputForm>
      {canCorrect ? (
        <p className={text.secondary}>
          Wrong email? <Link to={paths.signup({ correct: "email" })}>Correct it</Link>. The link sent before
          stops working.
        </p>
      ) : null}
      <p className={text.secondary}>
        <Link to={paths.login()}>Back to login</Link>
      </p>
    </AuthLayout>
  );
}
