import { data } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { PostForm } from "#app/components/forms/post-form.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { AuthLayout } from "#app/components/layout/auth-layout.tsx";
import type { PageHandle } from "#app/components/layout/page.tsx";
import layout from "#app/components/ui/layout.module.css";
import text from "#app/components/ui/text.module.css";
import { anyone } from "#app/http/auth/guards.server.ts";
import { handleForm } from "#app/http/forms/handle-form.server.ts";
import { readBytes } from "#app/http/forms/read-body.server.ts";
import { readForm } from "#app/http/forms/read-form.server.ts";
import { isMultipart, readUpload } from "#app/http/forms/read-upload.server.ts";
import { page } from "#app/http/page.server.ts";
import { tokenPageHeaders } from "#app/http/page-headers.ts";
import { NotFound } from "#app/lib/errors.ts";
import { NOTIFICATION_KINDS } from "#app/lib/notifications.ts";
import { paths } from "#app/paths.ts";
import { UnsubscribeForm } from "#app/schemas/notifications.ts";
import { BODY_MAX_BYTES } from "#app/schemas/shared/limits.ts";
import { unsubscribe } from "#app/services/accounts/unsubscribe.server.ts";
import { readUnsubscribeToken } from "#app/services/mail/unsubscribe-links.server.ts";

export { clientAction } from "#app/components/forms/network-error.ts";

const TITLE = "Unsubscribe";

export const handle: PageHandle = {
  title: TITLE,
  description: "Stop one kind of email, without signing in.",
  isUnlisted: true,
};

export const headers = tokenPageHeaders;

const NO_FILE = { field: "", maxBytes: BODY_MAX_BYTES };

const readToken = (request: Request) => new URL(request.url).searchParams.get("token") ?? "";

/** Changes nothing: mail scanners open links. */
export const loader = page(anyone, async ({ request }) => {
  try {
    return data({ kind: readUnsubscribeToken(readToken(request)).kind });
  } catch (error) {
    if (!(error instanceof NotFound)) throw error;
    return data({ kind: null }, { status: error.status });
  }
});

export const action = page(anyone, async ({ request }) => {
  const contentType = request.headers.get("content-type");
  const body = (maxBytes: number) => readBytes(request, maxBytes);
  const fields = isMultipart(contentType)
    ? (await readUpload({ contentType, body }, NO_FILE)).fields
    : await readForm(request);
  // A mail program's own button posts this instead of the page's form, mostly as multipart: RFC 8058.
  if (fields.get("List-Unsubscribe") === "One-Click") fields.set("intent", "unsubscribe");
  return handleForm(fields, anyone, UnsubscribeForm, {
    unsubscribe: { onValid: async () => ({ unsubscribed: await unsubscribe(readToken(request)) }) },
  });
});

export default function Unsubscribe() {
  const { kind } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const isDone = reply !== undefined && "unsubscribed" in reply;
  if (kind === null)
    return (
      <AuthLayout title="This link doesn't work">
        <p className={text.secondary}>
          Part of it is missing or mistyped. Open the link in the email again, or{" "}
          <Link to={paths.settings({ section: "notifications" })}>change your notifications</Link>.
        </p>
      </AuthLayout>
    );
  const { label, hint } = NOTIFICATION_KINDS[kind];
  return (
    <AuthLayout title={isDone ? "You are unsubscribed" : TITLE}>
      {isDone ? (
        <p className={text.secondary} role="status">
          We won't send you emails of the kind "{label}" any more.
        </p>
      ) : (
        <PostForm intent="unsubscribe" className={layout.stack}>
          <p className={text.secondary}>Stop getting emails of the kind "{label}"?</p>
          <p className={text.small}>{hint}.</p>
          <SubmitButton kind="primary" pending="Unsubscribing">
            Unsubscribe
          </SubmitButton>
        </PostForm>
      )}
      <p className={text.secondary}>
        <Link to={paths.settings({ section: "notifications" })}>Change all your notifications</Link>
      </p>
    </AuthLayout>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/components/layout/route-error.tsx";
