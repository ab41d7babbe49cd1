import { useContext } from "react";
import { Icon } from "#app/components/ui/icon.tsx";
import { WarningIcon } from "#app/components/ui/icons.ts";
import styles from "./field-error.module.css";
import { EditedFields } from "./post-form.tsx";

/** What is wrong with a field, beside it, until the field is edited. `id` is the field's, then "-error". */
export function FieldErrorText({ id, errors }: { id: string; errors: string[] | undefined }) {
  const current = useCurrentErrors(id, errors);
  if (current.length === 0) return null;
  return (
    <p className={styles.error} id={id}>
      <Icon of={WarningIcon} />
      {current.join(". ")}
    </p>
  );
}

/** The errors that still apply: none once the field was edited. */
export function useCurrentErrors(errorId: string, errors: string[] | undefined): string[] {
  const edited = useContext(EditedFields);
  return errors === undefined || edited.has(errorId.replace(/-error$/, "")) ? [] : errors;
}
