import { getFormProps } from "@conform-to/react";
import { ErrorSummary } from "#app/components/forms/error-summary.tsx";
import { Field } from "#app/components/forms/field.tsx";
import { PostForm } from "#app/components/forms/post-form.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { useForm } from "#app/components/forms/use-form.ts";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { Panel, PanelBody, panelBodyClass } from "#app/components/ui/panel.tsx";
import text from "#app/components/ui/text.module.css";
import type { FormReply } from "#app/lib/form-reply.ts";
import { paths } from "#app/paths.ts";

/** For an account that needs its claims apart: another brand, or a client. */
export function NewWorkspacePanel({ lastResult }: { lastResult: FormReply | undefined }) {
  const [form, fields] = useForm<{ name: string }>({ id: "create", intent: "create", lastResult });
  return (
    <Panel title="Another workspace">
      <PostForm intent="create" className={panelBodyClass} {...getFormProps(form)}>
        <ErrorSummary formId={form.id} lastResult={lastResult} />
        <p className={text.secondary}>
          For another brand or a client: a form, brokers, connections and a team of its own, on the free plan.
          You switch between workspaces in the menu of your account.
        </p>
        <Field label="Name of the new workspace" field={fields.name} autoComplete="off" />
        <SubmitButton pending="Creating">Create workspace</SubmitButton>
      </PostForm>
    </Panel>
  );
}

type DeleteWorkspacePanelProps = { name: string; isAlone: boolean };

/** Leads to the page that asks, once nobody else works in it. */
export function DeleteWorkspacePanel({ name, isAlone }: DeleteWorkspacePanelProps) {
  return (
    <Panel title="Delete workspace">
      <PanelBody>
        {isAlone ? (
          <>
            <p className={text.secondary}>
              The form of <bdi className={text.breakable}>{name}</bdi> closes, and its claims, connections and
              keys are erased. Your account and your other workspaces stay.
            </p>
            <div>
              <ButtonLink kind="danger" to={paths.deleteWorkspace()}>
                Delete workspace…
              </ButtonLink>
            </div>
          </>
        ) : (
          <p className={text.secondary}>
            Others still work in <bdi className={text.breakable}>{name}</bdi>. Remove them first, and then you
            can delete it.
          </p>
        )}
      </PanelBody>
    </Panel>
  );
}
