import { PostForm } from "#app/components/forms/post-form.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { Alert } from "#app/components/ui/alert.tsx";

/** A new address that does not count yet: what is waited for, and what can be done about it. */
export function PendingEmail({ email }: { email: string }) {
  return (
    <div className="panel-b">
      <Alert tone="copper">
        Waiting for <b className="strong breaks">{email}</b> to be confirmed. The link that was mailed there
        works for 24 hours.
      </Alert>
      <div className="row">
        <PostForm intent="resend-email">
          <SubmitButton isSmall pending="Sending">
            Send the link again
          </SubmitButton>
        </PostForm>
        <PostForm intent="cancel-email">
          <SubmitButton isSmall pending="Cancelling">
            Cancel the change
          </SubmitButton>
        </PostForm>
      </div>
    </div>
  );
}
