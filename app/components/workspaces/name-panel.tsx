import { getFormProps } from "@conform-to/react";
import { ErrorSummary } from "#app/components/forms/error-summary.tsx";
import { Field } from "#app/components/forms/field.tsx";
import { PostForm } from "#app/components/forms/post-form.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { useForm } from "#app/components/forms/use-form.ts";
import { Panel, panelBodyClass } from "#app/components/ui/panel.tsx";
import type { FormReply } from "#app/lib/form-reply.ts";

/** The name by which members and invited people know whose claims these are. */
export function NamePanel({ name, lastResult }: { name: string; lastResult: FormReply | undefined }) {
  const [form, fields] = useForm<{ name: string }>({
    id: "rename",
    intent: "rename",
    lastResult,
    defaultValue: { name },
  });
  return (
    <Panel title="Team name">
      <PostForm intent="rename" className={panelBodyClass} {...getFormProps(form)}>
        <ErrorSummary formId={form.id} lastResult={lastResult} />
        <Field
          label="Name"
          field={fields.name}
          autoComplete="organization"
          hint="Members see it, and the people whom you invite."
        />
        <SubmitButton pending="Saving">Save name</SubmitButton>
      </PostForm>
    </Panel>
  );
}
