import { getFormProps, type SubmissionResult } from "@conform-to/react";
import { Form } from "@remix-run/react";
import { ErrorSummary } from "#app/components/forms/error-summary.tsx";
import { Field } from "#app/components/forms/field.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { useForm } from "#app/components/forms/use-form.ts";
import { Panel, panelBodyClass } from "#app/components/ui/panel.tsx";

export function PhonePanel({
  phoneNumber,
  lastResult,
}: {
  phoneNumber: string | null;
  lastResult: SubmissionResult<string[]> | undefined;
}) {
  const [form, fields] = useForm<{ phoneNumber: string }>({
    id: "phone",
    lastResult,
    defaultValue: { phoneNumber: phoneNumber ?? "" },
  });
  return (
    <Panel title="Phone">
      <Form method="post" className={panelBodyClass} {...getFormProps(form)}>
        <ErrorSummary formId={form.id} lastResult={lastResult} />
        <Field
          label="Phone number"
          field={fields.phoneNumber}
          type="tel"
          autoComplete="tel"
          hint="With the country code, for example +34 600 555 123. Empty removes it."
        />
        <SubmitButton kind="primary" name="form" value="phone" pending="Saving">
          Save phone number
        </SubmitButton>
      </Form>
    </Panel>
  );
}
