import { getFormProps } from "@conform-to/react";
import clsx from "clsx";
import { ErrorSummary } from "#app/components/forms/error-summary.tsx";
import { PostForm } from "#app/components/forms/post-form.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { useForm } from "#app/components/forms/use-form.ts";
import { Panel, panelBodyClass } from "#app/components/ui/panel.tsx";
import type { FormReply } from "#app/lib/form-reply.ts";
import type { PlatformResponse } from "#app/schemas/platforms.ts";
import { PlatformFields, type PlatformValues } from "./platform-fields.tsx";
import styles from "./platform-identity.module.css";

type PlatformIdentityProps = {
  platform: Pick<PlatformResponse, "name" | "icon">;
  lastResult: FormReply | undefined;
};

export function PlatformIdentity({ platform: { name, icon }, lastResult }: PlatformIdentityProps) {
  const [form, fields] = useForm<PlatformValues>({
    id: "platform",
    intent: "update",
    lastResult,
    defaultValue: { name, icon },
  });
  return (
    <Panel title="Name and icon">
      <PostForm
        intent="update"
        className={clsx(panelBodyClass, styles.form)}
        preventScrollReset
        {...getFormProps(form)}
      >
        <ErrorSummary formId={form.id} lastResult={lastResult} />
        <PlatformFields name={fields.name} icon={fields.icon} hint="Existing claims keep the old name." />
        <SubmitButton kind="primary" pending="Saving">
          Save name and icon
        </SubmitButton>
      </PostForm>
    </Panel>
  );
}
