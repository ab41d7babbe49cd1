import { Link, useActionData, useLoaderData, useNavigate, useSubmit } from "@remix-run/react";
import { useEffect } from "react";
import { removePendingEmail } from "#app/browser/pending-email.ts";
import { isNetworkError, keepPageOnError } from "#app/components/forms/network-error.ts";
import { PostForm } from "#app/components/forms/post-form.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { AuthLayout } from "#app/components/layout/auth-layout.tsx";
import type { PageHandle } from "#app/components/layout/page.tsx";
import { Alert } from "#app/components/ui/alert.tsx";
import layout from "#app/components/ui/layout.module.css";
import { WithoutScript, WithScript } from "#app/components/ui/scripting.tsx";
import { Spinner } from "#app/components/ui/spinner.tsx";
import text from "#app/components/ui/text.module.css";
import { anyone } from "#app/http/auth/guards.server.ts";
import { page } from "#app/http/page.server.ts";
import { tokenPageHeaders } from "#app/http/page-headers.ts";
import { paths } from "#app/paths.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { handleVerifyEmailForm, loadOutcome, type VerifyOutcome } from "./verify-email-form.server.ts";

const ASKED_AFTER_MS = 1200;
const LEFT_AFTER_MS = 2500;

const failed: VerifyOutcome = { isVerified: false, message: messages.auth.verifyFailed };

export const handle: PageHandle = {
  title: "Verify your email",
  description: "Confirms that the email of a new account is yours.",
  isUnlisted: true,
};

export const headers = tokenPageHeaders;

/** Changes nothing: mail scanners open links. */
export const loader = page(anyone, ({ request }) => loadOutcome(request));

export const action = page(anyone, ({ request, context }) => handleVerifyEmailForm(request, context));

/** The page shows the failure itself, and goes on. */
export const clientAction = keepPageOnError(undefined, { showsToast: false });

export default function VerifyEmail() {
  const reply = useActionData<typeof action>();
  const loaded = useLoaderData<typeof loader>().outcome;
  const outcome = isNetworkError(reply) ? failed : (reply?.outcome ?? loaded);
  const submit = useSubmit();
  const navigate = useNavigate();
  const isOver = outcome !== null;
  const isVerified = outcome?.isVerified ?? false;

  useEffect(() => {
    // No history entry: going back does not lead here again.
    const goOn = () =>
      isOver
        ? navigate(paths.login(), { replace: true })
        : submit({ intent: "verify" }, { method: "post", replace: true });
    const timer = setTimeout(goOn, isOver ? LEFT_AFTER_MS : ASKED_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isOver, navigate, submit]);
  useEffect(() => {
    if (isVerified) removePendingEmail();
  }, [isVerified]);

  return (
    <AuthLayout title="Verify your email">
      {outcome ? (
        <>
          <Alert tone={outcome.isVerified ? "verd" : "alarm"} role={outcome.isVerified ? "status" : "alert"}>
            {outcome.message}
          </Alert>
          <p className={text.secondary}>
            <Link to={paths.login()} replace>
              Sign in
            </Link>
          </p>
          <noscript>
            <meta httpEquiv="refresh" content={`${LEFT_AFTER_MS / 1000}; url=${paths.login()}`} />
          </noscript>
        </>
      ) : (
        <>
          <WithScript>
            <Spinner size="large" caption="Verifying your email..." />
          </WithScript>
          <WithoutScript>
            <PostForm intent="verify" className={layout.stack}>
              <p className={text.secondary}>Click the button to verify your email.</p>
              <SubmitButton kind="primary" pending="Verifying">
                Verify my email
              </SubmitButton>
            </PostForm>
          </WithoutScript>
        </>
      )}
    </AuthLayout>
  );
}
