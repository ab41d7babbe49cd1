import { useFormSettled } from "#app/components/forms/use-form-settled.ts";
import { Button, ButtonLink } from "#app/components/ui/button.tsx";
import { Icon } from "#app/components/ui/icon.tsx";
import { ArrowDownIcon, ArrowUpIcon } from "#app/components/ui/icons.ts";
import { paths } from "#app/paths.ts";
import type { ListedForm } from "#app/schemas/form-settings.ts";
import { DeleteListedForm } from "./delete-form.tsx";
import { FormButton } from "./form-button.tsx";
import { FormFigures } from "./form-figures.tsx";
import { FormHeading, type FormsView } from "./form-heading.tsx";
import styles from "./form-list.module.css";

/** The forms that are not archived, in their order. */
export function FormList({ forms, view }: { forms: ListedForm[]; view: FormsView }) {
  useFormSettled((fields) => {
    // The button that had the focus may be gone.
    const row = `[data-id="${CSS.escape(String(fields.get("formId")))}"]`;
    const moved = document.querySelector<HTMLElement>(`${row} [data-move="${fields.get("intent")}"]`);
    (moved ?? document.querySelector<HTMLElement>(`${row} h2 a`))?.focus();
  });
  return (
    <ol className={styles.list}>
      {forms.map((form, index) => (
        <li key={form.id} data-id={form.id}>
          <FormHeading form={form} view={view} />
          <FormFigures form={form} days={view.days} />
          <div className={styles.actions}>
            <ButtonLink isSmall to={paths.formSettings({ formId: form.id })}>
              {view.canEdit ? "Settings" : "See settings"}
              <span className="visually-hidden"> of {form.name}</span>
            </ButtonLink>
            <ButtonLink isSmall to={paths.shareForm({ formId: form.id })}>
              Share<span className="visually-hidden"> {form.name}</span>
            </ButtonLink>
            {view.canEdit ? (
              <EditActions form={form} isFirst={index === 0} isLast={index === forms.length - 1} />
            ) : null}
          </div>
        </li>
      ))}
    </ol>
  );
}

type EditActionsProps = { form: ListedForm; isFirst: boolean; isLast: boolean };

function EditActions({ form, isFirst, isLast }: EditActionsProps) {
  const { id: formId, name } = form;
  const small = { formId, isSmall: true };
  const ofForm = <span className="visually-hidden"> {name}</span>;
  return (
    <>
      <FormButton {...small} action="copy" pending="Copying">
        Copy{ofForm}
      </FormButton>
      {form.isDefault ? null : (
        <FormButton {...small} action="default" pending="Setting">
          Make default{ofForm}
        </FormButton>
      )}
      <FormButton {...small} action="archive" pending="Archiving">
        Archive{ofForm}
      </FormButton>
      <DeleteListedForm form={form} />
      {isFirst && isLast ? null : (
        <div className={styles.moves}>
          <MoveButton form={form} action="up" isAtEnd={isFirst} />
          <MoveButton form={form} action="down" isAtEnd={isLast} />
        </div>
      )}
    </>
  );
}

type MoveButtonProps = { form: ListedForm; action: "up" | "down"; isAtEnd: boolean };

/** At the end of the list the button stays, because it may have the focus. */
function MoveButton({ form: { id, name }, action, isAtEnd }: MoveButtonProps) {
  const content = (
    <>
      <Icon of={action === "up" ? ArrowUpIcon : ArrowDownIcon} />
      <span className="visually-hidden">
        Move {name} {action}
        {isAtEnd ? `: already ${action === "up" ? "first" : "last"}` : null}
      </span>
    </>
  );
  return isAtEnd ? (
    <Button kind="quiet" isIcon data-move={action} aria-disabled>
      {content}
    </Button>
  ) : (
    <FormButton formId={id} action={action} kind="quiet" isIcon pending="">
      {content}
    </FormButton>
  );
}
