import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
  type LoaderFunctionArgs,
  redirect,
} from "@remix-run/node";
import {
  type ClientActionFunctionArgs,
  Link,
  type MetaFunction,
  useActionData,
  useLoaderData,
  useNavigate,
  useSubmit,
} from "@remix-run/react";
import { useEffect } from "react";
import { NetworkError } from "#app/browser/fetch-with-device.ts";
import { removePendingEmail } from "#app/browser/pending-email.ts";
import { PostForm } from "#app/components/forms/post-form.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { AuthLayout } from "#app/components/layout/auth-layout.tsx";
import type { PageHandle } from "#app/components/layout/document-title.tsx";
import { useRootData } from "#app/components/layout/root-data.ts";
import { Alert } from "#app/components/ui/alert.tsx";
import layout from "#app/components/ui/layout.module.css";
import { WithoutScript, WithScript } from "#app/components/ui/scripting.tsx";
import { Spinner } from "#app/components/ui/spinner.tsx";
import text from "#app/components/ui/text.module.css";
import { serializeFlash } from "#app/http/cookies/flash.server.ts";
import { toErrorResponse } from "#app/http/error-responses.server.ts";
import { page } from "#app/http/page.server.ts";
import { tokenPageHeaders } from "#app/http/token-page-headers.ts";
import { DomainError } from "#app/lib/errors.ts";
import { sha256 } from "#app/lib/random.server.ts";
import { paths } from "#app/paths.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { verifyEmail } from "#app/services/auth/registration/verify-email.server.ts";
import { pendingEmailCookie } from "./pending-email-cookie.server.ts";
import { verifiedLinkCookie } from "./verified-link-cookie.server.ts";

const ASKED_AFTER_MS = 1200;
const LEFT_AFTER_MS = 2500;

type Outcome = { isVerified: boolean; message: string };

const invalid: Outcome = { isVerified: false, message: messages.auth.linkInvalid };

/** The next page shows the message once more. */
const flashOf = ({ isVerified, message }: Outcome) =>
  serializeFlash({ kind: isVerified ? "success" : "error", message });

export const handle: PageHandle = { title: "Verify your email" };

export const meta: MetaFunction = () => [{ name: "robots", content: "noindex" }];

export const headers: HeadersFunction = () => tokenPageHeaders;

const tokenOf = (request: Request) => new URL(request.url).searchParams.get("token");

/** Changes nothing: mail scanners open links. */
export const loader = page(async ({ request }: LoaderFunctionArgs) => {
  const token = tokenOf(request);
  if (!token)
    return data({ outcome: invalid }, { status: 400, headers: { "Set-Cookie": await flashOf(invalid) } });
  const usedHash = await verifiedLinkCookie.parse(request.headers.get("cookie"));
  if (usedHash !== sha256(token)) return data({ outcome: null });
  const outcome: Outcome = { isVerified: true, message: messages.auth.verified };
  return data({ outcome }, { headers: { "Set-Cookie": await flashOf(outcome) } });
});

export const action = page(async ({ request, context }: ActionFunctionArgs) => {
  const token = tokenOf(request);
  try {
    await verifyEmail(token);
    const headers = new Headers();
    headers.append("Set-Cookie", await verifiedLinkCookie.serialize(sha256(token ?? "")));
    headers.append("Set-Cookie", await pendingEmailCookie.clear());
    return redirect(paths.verifyEmail({ token: token ?? "" }), { status: 303, headers });
  } catch (error) {
    const { status, headers } = toErrorResponse(error, context.requestId);
    const isRefused = error instanceof DomainError && status < 500;
    const outcome = { isVerified: false, message: isRefused ? error.message : messages.auth.verifyFailed };
    return data(outcome, { status, headers: { ...headers, "Set-Cookie": await flashOf(outcome) } });
  }
});

/** A lost request shows the same message and goes on too. */
export const clientAction = ({ serverAction }: ClientActionFunctionArgs): Promise<unknown> =>
  serverAction().catch((error: unknown) => {
    if (!(error instanceof NetworkError)) throw error;
    return { isVerified: false, message: messages.auth.verifyFailed } satisfies Outcome;
  });

export default function VerifyEmail() {
  const brandName = useRootData()?.brandName ?? "";
  const answered = useActionData<Outcome>();
  const loaded = useLoaderData<typeof loader>().outcome;
  const outcome = answered ?? loaded;
  const submit = useSubmit();
  const navigate = useNavigate();
  const isOver = outcome !== null;
  const isVerified = outcome?.isVerified ?? false;

  useEffect(() => {
    // No history entry: going back does not lead here again.
    const goOn = () =>
      isOver ? navigate(paths.login(), { replace: true }) : submit(null, { method: "post", replace: true });
    const timer = setTimeout(goOn, isOver ? LEFT_AFTER_MS : ASKED_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isOver, navigate, submit]);
  useEffect(() => {
    if (isVerified) removePendingEmail();
  }, [isVerified]);

  return (
    <AuthLayout brandName={brandName} title="Verify your email">
      {outcome ? (
        <>
          <Alert tone={outcome.isVerified ? "verd" : "alarm"} role={outcome.isVerified ? "status" : "alert"}>
            {outcome.message}
          </Alert>
          <p className={text.secondary}>
            <Link to={paths.login()} replace>
              Go to login
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
              <p className={text.secondary}>One press and your address is verified.</p>
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
