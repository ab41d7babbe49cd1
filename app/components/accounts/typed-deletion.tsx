import type { z } from "zod";
import { Field } from "#app/components/forms/field.tsx";
import { FormPanel } from "#app/components/forms/form-panel.tsx";
import { LastAction } from "#app/components/layout/page.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import layout from "#app/components/ui/layout.module.css";
import text from "#app/components/ui/text.module.css";
import type { DeleteAccountForm } from "#app/schemas/accounts.ts";
import type { DeleteWorkspaceForm } from "#app/schemas/team.ts";

type Deletion = z.input<typeof DeleteAccountForm> & z.input<typeof DeleteWorkspaceForm>;

type TypedDeletionProps = {
  /** The title of the panel and the label of its button. */
  title: string;
  /** The field that the name is typed into. */
  field: "name" | "username";
  label: React.ReactNode;
  /** The way out. */
  keepTo: string;
  /** Shown below the field: advice on the form's errors, and its other fields. */
  below: (errors: string[]) => React.ReactNode;
  /** What is deleted. */
  children: React.ReactNode;
};

/** Deletes once the name of what is deleted has been typed. */
export function TypedDeletion({ title, field, label, keepTo, below, children }: TypedDeletionProps) {
  return (
    <>
      <LastAction />
      <FormPanel<z.ZodType<Deletion, Deletion>>
        title={title}
        intent="delete"
        submit={title}
        pending="Deleting"
        kind="danger"
        foot={(button) => (
          <div className={layout.row}>
            <ButtonLink to={keepTo}>Keep it</ButtonLink>
            {button}
          </div>
        )}
      >
        {(fields, { reply }) => (
          <>
            <p>
              <b className={text.strong}>This can't be undone.</b> {children}
            </p>
            <Field label={label} field={fields[field]} autoComplete="off" spellCheck={false} />
            {below(Object.values(reply?.error ?? {}).flatMap((errors) => errors ?? []))}
          </>
        )}
      </FormPanel>
    </>
  );
}
