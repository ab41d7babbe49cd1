import { getFormProps } from "@conform-to/react";
import { ErrorSummary } from "#app/components/forms/error-summary.tsx";
import { Field } from "#app/components/forms/field.tsx";
import { PostForm } from "#app/components/forms/post-form.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { useForm } from "#app/components/forms/use-form.ts";
import type { FormResult } from "#app/components/forms/use-form-reply.ts";
import { Alert } from "#app/components/ui/alert.tsx";
import { Panel, panelBodyClass } from "#app/components/ui/panel.tsx";
import { messages } from "#app/schemas/messages/index.ts";
import { PendingEmail } from "./pending-email.tsx";

type Profile = { name: string; username: string; email: string };

export function ProfilePanel({
  profile,
  isTyped,
  pendingEmail,
  lastResult,
}: {
  profile: Profile;
  /** What was typed before the password was asked for is here again, and not saved. */
  isTyped: boolean;
  pendingEmail: string | null;
  lastResult: FormResult | undefined;
}) {
  const [form, fields] = useForm<Profile>({ intent: "profile", lastResult, defaultValue: profile });
  return (
    <Panel title="Profile">
      <PostForm intent="profile" className={panelBodyClass} {...getFormProps(form)}>
        {isTyped && !lastResult ? (
          <Alert tone="copper" role="status">
            {messages.profile.notSavedYet}
          </Alert>
        ) : null}
        <ErrorSummary formId={form.id} lastResult={lastResult} />
        <Field label="Name" field={fields.name} autoComplete="name" />
        <Field
          label="Username"
          field={fields.username}
          autoComplete="username"
          spellCheck={false}
          hint="3 to 30 of a-z, 0-9, dot, underscore and hyphen."
        />
        <Field
          label="E-mail"
          field={fields.email}
          type="email"
          autoComplete="email"
          hint="A new address counts once you have opened the link that we send to it."
        />
        <SubmitButton kind="primary" pending="Saving">
          Save profile
        </SubmitButton>
      </PostForm>
      {pendingEmail ? <PendingEmail email={pendingEmail} /> : null}
    </Panel>
  );
}
