import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
  type LoaderFunctionArgs,
} from "@remix-run/node";
import {
  Form,
  Link,
  type MetaFunction,
  useActionData,
  useLoaderData,
  useNavigate,
  useSubmit,
} from "@remix-run/react";
import { useEffect, useRef } from "react";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { AuthLayout } from "#app/components/layout/auth-layout.tsx";
import { brandNameOf, useRootData } from "#app/components/root-data.ts";
import { showToast } from "#app/components/toasts.tsx";
import { Note } from "#app/components/ui/note.tsx";
import { Spinner } from "#app/components/ui/spinner.tsx";
import { errorAnswer } from "#app/http/error-answers.server.ts";
import { flashCookie } from "#app/http/flash.server.ts";
import { page } from "#app/http/page.server.ts";
import { addressKey, consume, generalLimit } from "#app/http/rate-limits.server.ts";
import { tokenPageHeaders } from "#app/http/token-page.ts";
import { DomainError } from "#app/lib/errors.ts";
import { pageTitle } from "#app/lib/page-title.ts";
import { paths } from "#app/paths.ts";
import { messages } from "#app/schemas/messages.ts";
import { confirmEmail } from "#app/services/accounts/verify-email.server.ts";

const ASKED_AFTER_MS = 1200;
const LEFT_AFTER_MS = 2500;

type Outcome = { isVerified: boolean; message: string };

export const meta: MetaFunction = ({ matches }) => [
  { title: pageTitle("Verify your email", brandNameOf(matches)) },
  { name: "robots", content: "noindex" },
];

export const headers: HeadersFunction = () => tokenPageHeaders;

const tokenOf = (request: Request) => new URL(request.url).searchParams.get("token");

/** Changes nothing: programs that look through mail open its links. */
export const loader = page(async ({ request }: LoaderFunctionArgs) => {
  const hasToken = Boolean(tokenOf(request));
  return data({ hasToken }, { status: hasToken ? 200 : 400 });
});

export const action = page(async ({ request, context }: ActionFunctionArgs) => {
  await consume([generalLimit(`address:${addressKey(context.clientAddress)}`)]);
  try {
    const message = await confirmEmail(tokenOf(request));
    const cookie = flashCookie({ kind: "success", message });
    return data<Outcome>({ isVerified: true, message }, { headers: { "Set-Cookie": cookie } });
  } catch (error) {
    const { status, headers } = errorAnswer(error, context.requestId);
    const isRefused = error instanceof DomainError && status < 500;
    const message = isRefused ? error.message : messages.auth.verifyFailed;
    const cookie = flashCookie({ kind: "error", message });
    return data<Outcome>(
      { isVerified: false, message },
      { status, headers: { ...headers, "Set-Cookie": cookie } },
    );
  }
});

export default function VerifyEmail() {
  const brandName = useRootData()?.brandName ?? "";
  const { hasToken } = useLoaderData<typeof loader>();
  const answered = useActionData<Outcome>();
  const outcome = answered ?? (hasToken ? null : { isVerified: false, message: messages.auth.linkInvalid });
  const submit = useSubmit();
  const navigate = useNavigate();
  const shown = useRef(outcome);
  shown.current = outcome;
  const isOver = outcome !== null;

  useEffect(() => {
    const goOn = () => {
      if (!shown.current) return submit(null, { method: "post" });
      const { isVerified, message } = shown.current;
      navigate(paths.login());
      // Said once more there: the page that said it first is gone.
      showToast({ kind: isVerified ? "success" : "error", message });
    };
    const timer = setTimeout(goOn, isOver ? LEFT_AFTER_MS : ASKED_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isOver, navigate, submit]);

  return (
    <AuthLayout brandName={brandName} title="Verify your email">
      {outcome ? (
        <>
          <Note tone={outcome.isVerified ? "verd" : "alarm"} role={outcome.isVerified ? "status" : "alert"}>
            {outcome.message}
          </Note>
          <p className="sub">
            <Link to={paths.login()}>Go to login</Link>
          </p>
        </>
      ) : (
        <>
          <div className="with-script">
            <Spinner size="large" caption="Verifying your email..." />
          </div>
          <Form method="post" className="stack without-script">
            <p className="sub">One press and your address is verified.</p>
            <SubmitButton kind="primary" pending="Verifying">
              Verify my email
            </SubmitButton>
          </Form>
        </>
      )}
    </AuthLayout>
  );
}
