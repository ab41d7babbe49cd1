import { getFormProps } from "@conform-to/react";
import { ErrorSummary } from "#app/components/forms/error-summary.tsx";
import { Field } from "#app/components/forms/field.tsx";
import { PostForm } from "#app/components/forms/post-form.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { useForm } from "#app/components/forms/use-form.ts";
import { Alert } from "#app/components/ui/alert.tsx";
import { Panel, panelBodyClass } from "#app/components/ui/panel.tsx";
import type { FormReply } from "#app/lib/form-reply.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { PendingEmail } from "./pending-email.tsx";

type Profile = { name: string; username: string; email: string };

export function ProfilePanel({
  profile,
  isDraft,
  pendingEmail,
  lastResult,
}: {
  profile: Profile;
  /** Restored after the password was asked for, and not saved yet. */
  isDraft: boolean;
  pendingEmail: string | null;
  lastResult: FormReply | undefined;
}) {
  const [form, fields] = useForm<Profile>({ intent: "profile", lastResult, defaultValue: profile });
  return (
    <Panel title="Profile">
      <PostForm intent="profile" className={panelBodyClass} {...getFormProps(form)}>
        {isDraft && !lastResult ? (
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
          hint="3–30 characters: a–z, 0–9, dots, hyphens, underscores."
        />
        <Field
          label="Email"
          field={fields.email}
          type="email"
          autoComplete="email"
          hint="We'll send a link to confirm a new address."
        />
        <SubmitButton kind="primary" pending="Saving">
          Save profile
        </SubmitButton>
      </PostForm>
      {pendingEmail ? <PendingEmail email={pendingEmail} /> : null}
    </Panel>
  );
}
