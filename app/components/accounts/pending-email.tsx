import clsx from "clsx";
import { PostForm } from "#app/components/forms/post-form.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { Alert } from "#app/components/ui/alert.tsx";
import layout from "#app/components/ui/layout.module.css";
import { PanelBody } from "#app/components/ui/panel.tsx";
import text from "#app/components/ui/text.module.css";

/** A new address that does not count yet: what is waited for, and what can be done about it. */
export function PendingEmail({ email }: { email: string }) {
  return (
    <PanelBody>
      <Alert tone="copper">
        Waiting for <b className={clsx(text.strong, text.breakable)}>{email}</b> to be confirmed. We sent it a
        link that expires in 24 hours.
      </Alert>
      <div className={layout.row}>
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
    </PanelBody>
  );
}
