import { getFormProps } from "@conform-to/react";
import { ErrorSummary } from "#app/components/forms/error-summary.tsx";
import { Field } from "#app/components/forms/field.tsx";
import { PostForm } from "#app/components/forms/post-form.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { useForm } from "#app/components/forms/use-form.ts";
import { Panel, panelBodyClass } from "#app/components/ui/panel.tsx";
import type { FormReply } from "#app/lib/form-reply.ts";

export function PhonePanel({
  phoneNumber,
  lastResult,
}: {
  phoneNumber: string | null;
  lastResult: FormReply | undefined;
}) {
  const [form, fields] = useForm<{ phoneNumber: string }>({
    intent: "phone",
    lastResult,
    defaultValue: { phoneNumber: phoneNumber ?? "" },
  });
  return (
    <Panel title="Phone">
      <PostForm intent="phone" className={panelBodyClass} {...getFormProps(form)}>
        <ErrorSummary formId={form.id} lastResult={lastResult} />
        <Field
          label="Phone number"
          field={fields.phoneNumber}
          type="tel"
          autoComplete="tel"
          hint="With the country code, for example +34 600 555 123. Leave empty to remove it."
        />
        <SubmitButton kind="primary" pending="Saving">
          Save phone number
        </SubmitButton>
      </PostForm>
    </Panel>
  );
}
