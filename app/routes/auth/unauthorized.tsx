import { data, useLoaderData } from "@remix-run/react";
import { PostForm } from "#app/components/forms/post-form.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import type { PageHandle } from "#app/components/layout/page.tsx";
import { PlainMessage } from "#app/components/layout/plain-message.tsx";
import { anyone, hasSession } from "#app/http/auth/guards.server.ts";
import { page } from "#app/http/page.server.ts";
import { paths } from "#app/paths.ts";

export const handle: PageHandle = {
  title: "Not for your account",
  description: "Your role does not include this page.",
  isUnlisted: true,
};

export const loader = page(anyone, async ({ request }) =>
  data({ hasSession: await hasSession(request) }, { status: 403 }),
);

/** With a role that is unknown here, the dashboard leads back to this page. */
export default function Unauthorized() {
  const { hasSession } = useLoaderData<typeof loader>();
  return (
    <PlainMessage
      hasSession={hasSession}
      title="This page is not for your account"
      sentence="Your role does not include it. If it should, ask the person who gave you access."
      way={{ to: paths.overview(), label: "Go to your dashboard" }}
    >
      {hasSession ? (
        <PostForm intent="sign-out" action={paths.logout()} isOfAccount>
          <SubmitButton pending="Signing out">Sign out</SubmitButton>
        </PostForm>
      ) : null}
    </PlainMessage>
  );
}
