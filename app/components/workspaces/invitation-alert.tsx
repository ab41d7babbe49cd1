import { PostForm } from "#app/components/forms/post-form.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { Alert } from "#app/components/ui/alert.tsx";
import { EnvelopeSimpleIcon } from "#app/components/ui/icons.ts";
import layout from "#app/components/ui/layout.module.css";
import text from "#app/components/ui/text.module.css";
import { paths } from "#app/paths.ts";

export type OwnInvitation = { id: string; workspaceName: string; description: string };

/** An invitation to the account's own email, with the buttons that answer it. */
export function InvitationAlert({ invitation }: { invitation: OwnInvitation }) {
  const { id, workspaceName, description } = invitation;
  return (
    <Alert
      icon={EnvelopeSimpleIcon}
      role="status"
      action={
        <div className={layout.row}>
          <PostForm intent="accept" action={paths.invitation()}>
            <SubmitButton kind="primary" isSmall name="invitationId" value={id} pending="Joining">
              Join<span className="visually-hidden"> {workspaceName}</span>
            </SubmitButton>
          </PostForm>
          <PostForm intent="decline" action={paths.invitation()}>
            <SubmitButton isSmall name="invitationId" value={id} pending="Declining">
              Decline<span className="visually-hidden"> to join {workspaceName}</span>
            </SubmitButton>
          </PostForm>
        </div>
      }
    >
      <b className={text.strong}>{description}</b>
    </Alert>
  );
}
