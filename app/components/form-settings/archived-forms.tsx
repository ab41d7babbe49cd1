import { Link } from "@remix-run/react";
import { Panel } from "#app/components/ui/panel.tsx";
import text from "#app/components/ui/text.module.css";
import { formatNumber } from "#app/lib/regional-formats.ts";
import { paths } from "#app/paths.ts";
import type { ListedForm } from "#app/schemas/form-settings.ts";
import { DeleteListedForm } from "./delete-form.tsx";
import { FormButton } from "./form-button.tsx";
import { FormHeading, type FormsView } from "./form-heading.tsx";
import styles from "./form-list.module.css";

/** Forms that visitors find closed, with the claims that still wait. */
export function ArchivedForms({ forms, view }: { forms: ListedForm[]; view: FormsView }) {
  return (
    <Panel title="Archived">
      <ul className={styles.list}>
        {forms.map((form) => (
          <li key={form.id} data-id={form.id}>
            <FormHeading form={form} view={view} />
            <p className={text.secondary}>
              Visitors find it closed.{" "}
              {form.waiting > 0 ? (
                <Link to={paths.submissions({ form: form.id, truth: "waiting" })}>
                  {form.waiting === 1 ? "1 claim to check" : `${formatNumber(form.waiting)} claims to check`}
                </Link>
              ) : (
                "No claim waits."
              )}
            </p>
            {view.canEdit ? (
              <div className={styles.actions}>
                <FormButton formId={form.id} action="restore" isSmall pending="Restoring">
                  Restore<span className="visually-hidden"> {form.name}</span>
                </FormButton>
                <DeleteListedForm form={form} />
              </div>
            ) : null}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
