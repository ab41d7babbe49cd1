import { Form } from "@remix-run/react";
import clsx from "clsx";
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
        Waiting for <b className={clsx(text.strong, text.breakable)}>{email}</b> to be confirmed. The link
        that was mailed there works for 24 hours.
      </Alert>
      <Form method="post" className={layout.row}>
        <SubmitButton isSmall name="form" value="email-again" pending="Sending">
          Send the link again
        </SubmitButton>
        <SubmitButton isSmall name="form" value="email-cancel" pending="Cancelling">
          Cancel the change
        </SubmitButton>
      </Form>
    </PanelBody>
  );
}
