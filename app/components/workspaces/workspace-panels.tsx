import { Field } from "#app/components/forms/field.tsx";
import { FormPanel } from "#app/components/forms/form-panel.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { Panel, PanelBody } from "#app/components/ui/panel.tsx";
import text from "#app/components/ui/text.module.css";
import { paths } from "#app/paths.ts";
import type { TeamForm } from "#app/schemas/team.ts";

/** The name by which members and invited people know whose claims these are. */
export function NamePanel({ name }: { name: string }) {
  return (
    <FormPanel<typeof TeamForm>
      title="Team name"
      intent="rename"
      defaultValue={{ name }}
      submit="Save name"
      pending="Saving"
      kind="plain"
    >
      {(fields) => (
        <Field
          label="Name"
          field={fields.name}
          autoComplete="organization"
          hint="Visible to members and people you invite."
        />
      )}
    </FormPanel>
  );
}

/** For an account that needs its claims apart: another brand, or a client. */
export function NewWorkspacePanel() {
  return (
    <FormPanel<typeof TeamForm>
      title="Another workspace"
      intent="create"
      submit="Create workspace"
      pending="Creating"
      kind="plain"
    >
      {(fields) => (
        <>
          <p className={text.secondary}>
            For another brand or a client: a form, brokers, connections and a team of its own, on the free
            plan. You switch between workspaces in the menu of your account.
          </p>
          <Field label="Name of the new workspace" field={fields.name} autoComplete="off" />
        </>
      )}
    </FormPanel>
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
