import { Link, useLoaderData } from "@remix-run/react";
import { PostForm } from "#app/components/forms/post-form.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { AuthLayout } from "#app/components/layout/auth-layout.tsx";
import type { PageHandle } from "#app/components/layout/page.tsx";
import { Alert } from "#app/components/ui/alert.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import layout from "#app/components/ui/layout.module.css";
import text from "#app/components/ui/text.module.css";
import { anyone, getSession, requireUser } from "#app/http/auth/guards.server.ts";
import { page } from "#app/http/page.server.ts";
import { tokenPageHeaders } from "#app/http/page-headers.ts";
import { paths } from "#app/paths.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { handleInvitationForm, loadInvitation } from "./invitation-form.server.ts";

export { clientAction } from "#app/components/forms/network-error.ts";

export const handle: PageHandle = {
  title: "Invitation",
  description: "Accept an invitation to work together in a workspace.",
  isUnlisted: true,
};

export const headers = tokenPageHeaders;

/** Changes nothing: mail scanners open links. */
export const loader = page(anyone, async ({ request }) => loadInvitation(request, await getSession(request)));

export const action = page(requireUser, async ({ request, member }) => handleInvitationForm(request, member));

export default function Invitation() {
  const { invitation, signedInAs, isYours, token, returnTo } = useLoaderData<typeof loader>();
  if (!invitation) {
    return (
      <AuthLayout title="Invitation">
        <Alert tone="copper" role="status">
          {messages.team.invitationInvalid}
        </Alert>
        <p className={text.secondary}>
          <Link to={paths.overview()}>Go to the dashboard</Link>
        </p>
      </AuthLayout>
    );
  }
  const { description, roleText, email, hasAccount } = invitation;
  return (
    <AuthLayout title="You are invited" lastAction={{ errors: {} }}>
      <p className={text.strong}>{description}</p>
      <p className={text.secondary}>{roleText}.</p>
      {signedInAs === null ? (
        <>
          <p>
            {hasAccount
              ? `Sign in as ${email} to join.`
              : `Create an account for ${email} to join. This link has verified the address.`}
          </p>
          <div className={layout.row}>
            {hasAccount ? (
              <ButtonLink kind="primary" to={paths.login({ returnTo })}>
                Sign in
              </ButtonLink>
            ) : (
              <ButtonLink kind="primary" to={paths.signup({ invitation: token })}>
                Create an account
              </ButtonLink>
            )}
          </div>
          <p className={text.small}>Do you use another address here? Ask for an invitation to that one.</p>
        </>
      ) : isYours ? (
        <div className={layout.row}>
          <PostForm intent="accept">
            <SubmitButton kind="primary" pending="Joining">
              Join
            </SubmitButton>
          </PostForm>
          <PostForm intent="decline">
            <SubmitButton pending="Declining">Decline</SubmitButton>
          </PostForm>
        </div>
      ) : (
        <>
          <Alert tone="copper" role="status">
            <b className={text.strong}>{messages.team.notYours}</b> It is for {email}, and you are signed in
            as {signedInAs}. Sign out to use the invitation with {email}.
          </Alert>
          <PostForm intent="sign-out" action={paths.logout({ returnTo })} isOfAccount>
            <SubmitButton pending="Signing out">Sign out</SubmitButton>
          </PostForm>
        </>
      )}
    </AuthLayout>
  );
}
