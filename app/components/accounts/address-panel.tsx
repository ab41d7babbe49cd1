import { getFormProps } from "@conform-to/react";
import { ErrorSummary } from "#app/components/forms/error-summary.tsx";
import { Field } from "#app/components/forms/field.tsx";
import { PostForm } from "#app/components/forms/post-form.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { useForm } from "#app/components/forms/use-form.ts";
import { Panel, panelBodyClass } from "#app/components/ui/panel.tsx";
import type { FormReply } from "#app/lib/form-reply.ts";
import styles from "./address-panel.module.css";

type Address = { street: string; city: string; state: string; postalCode: string; country: string };

export function AddressPanel({
  address,
  lastResult,
}: {
  address: Address | null;
  lastResult: FormReply | undefined;
}) {
  const [form, fields] = useForm<Address>({ intent: "address", lastResult, defaultValue: address ?? {} });
  return (
    <Panel title="Address">
      <PostForm intent="address" className={panelBodyClass} {...getFormProps(form)}>
        <ErrorSummary formId={form.id} lastResult={lastResult} />
        <Field label="Street and number" field={fields.street} autoComplete="address-line1" />
        <div className={styles.pair}>
          <Field label="Postal code" field={fields.postalCode} autoComplete="postal-code" />
          <Field label="City" field={fields.city} autoComplete="address-level2" />
        </div>
        <div className={styles.pair}>
          <Field label="State or region" field={fields.state} autoComplete="address-level1" />
          <Field label="Country" field={fields.country} autoComplete="country-name" />
        </div>
        <SubmitButton kind="primary" pending="Saving">
          Save address
        </SubmitButton>
      </PostForm>
    </Panel>
  );
}
