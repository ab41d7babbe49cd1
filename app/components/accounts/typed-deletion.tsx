import { getFormProps, type SubmissionResult } from "@conform-to/react";
import { ErrorSummary } from "#app/components/forms/error-summary.tsx";
import { Field } from "#app/components/forms/field.tsx";
import { PostForm } from "#app/components/forms/post-form.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { useForm } from "#app/components/forms/use-form.ts";
import { Flash } from "#app/components/layout/flash.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import layout from "#app/components/ui/layout.module.css";
import { Panel, panelBodyClass } from "#app/components/ui/panel.tsx";
import text from "#app/components/ui/text.module.css";

type TypedDeletionProps = {
  /** Of the panel and of the button. */
  title: string;
  lastResult: SubmissionResult<string[]> | undefined;
  /** The field that the name is typed into. */
  field: "name" | "username";
  label: React.ReactNode;
  /** The way out. */
  keepTo: string;
  /** Below the field: advice, and what the form posts besides. */
  below: React.ReactNode;
  /** What is deleted. */
  children: React.ReactNode;
};

/** Deletes once the name of what is deleted has been typed. */
export function TypedDeletion({
  title,
  lastResult,
  field,
  label,
  keepTo,
  below,
  children,
}: TypedDeletionProps) {
  const [form, fields] = useForm<{ name: string; username: string }>({ intent: "delete", lastResult });
  return (
    <>
      <Flash />
      <Panel title={title}>
        <PostForm intent="delete" className={panelBodyClass} {...getFormProps(form)}>
          <ErrorSummary formId={form.id} lastResult={lastResult} />
          <p>
            <b className={text.strong}>This can't be undone.</b> {children}
          </p>
          <Field label={label} field={fields[field]} autoComplete="off" spellCheck={false} />
          {below}
          <div className={layout.row}>
            <ButtonLink to={keepTo}>Keep it</ButtonLink>
            <SubmitButton kind="danger" pending="Deleting">
              {title}
            </SubmitButton>
          </div>
        </PostForm>
      </Panel>
    </>
  );
}
