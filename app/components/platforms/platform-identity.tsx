import { getFormProps, type SubmissionResult } from "@conform-to/react";
import { Form } from "@remix-run/react";
import clsx from "clsx";
import { ErrorSummary } from "#app/components/forms/error-summary.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { useForm } from "#app/components/forms/use-form.ts";
import { Panel, panelBodyClass } from "#app/components/ui/panel.tsx";
import { PlatformFields, type PlatformValues } from "./platform-fields.tsx";
import styles from "./platform-identity.module.css";

type PlatformIdentityProps = {
  platform: { name: string; icon: string };
  lastResult: SubmissionResult<string[]> | undefined;
};

export function PlatformIdentity({ platform: { name, icon }, lastResult }: PlatformIdentityProps) {
  const [form, fields] = useForm<PlatformValues>({
    id: "platform",
    lastResult,
    defaultValue: { name, icon },
  });
  return (
    <Panel title="Name and icon">
      <Form
        method="post"
        className={clsx(panelBodyClass, styles.form)}
        preventScrollReset
        {...getFormProps(form)}
      >
        <ErrorSummary formId={form.id} lastResult={lastResult} />
        <PlatformFields
          name={fields.name}
          icon={fields.icon}
          hint="Submissions that are there keep the name that their visitors chose."
        />
        <SubmitButton kind="primary" pending="Saving">
          Save name and icon
        </SubmitButton>
      </Form>
    </Panel>
  );
}
