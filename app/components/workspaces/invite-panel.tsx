import { getFormProps } from "@conform-to/react";
import { ErrorSummary } from "#app/components/forms/error-summary.tsx";
import { Field } from "#app/components/forms/field.tsx";
import { PostForm } from "#app/components/forms/post-form.tsx";
import { SelectField } from "#app/components/forms/select-field.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { useForm } from "#app/components/forms/use-form.ts";
import { Panel, panelBodyClass } from "#app/components/ui/panel.tsx";
import { INVITED_ROLES } from "#app/lib/domain.ts";
import type { FormReply } from "#app/lib/form-reply.ts";
import { ROLE_TEXTS } from "#app/schemas/team.ts";

const roles = INVITED_ROLES.map((value) => ({ value, label: ROLE_TEXTS[value] }));

export function InvitePanel({ lastResult }: { lastResult: FormReply | undefined }) {
  const [form, fields] = useForm<{ email: string; role: string }>({
    id: "invite",
    intent: "invite",
    lastResult,
    defaultValue: { role: "checker" },
  });
  return (
    <Panel title="Invite someone">
      <PostForm intent="invite" className={panelBodyClass} {...getFormProps(form)}>
        <ErrorSummary formId={form.id} lastResult={lastResult} />
        <Field
          label="Email"
          field={fields.email}
          type="email"
          autoComplete="off"
          hint="We send a link that works once, for this email only, for 7 days."
        />
        <SelectField label="Role" field={fields.role} choices={roles} />
        <SubmitButton kind="primary" pending="Sending">
          Send invitation
        </SubmitButton>
      </PostForm>
    </Panel>
  );
}
