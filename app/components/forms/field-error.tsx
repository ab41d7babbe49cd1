import { useContext } from "react";
import { Icon } from "#app/components/ui/icon.tsx";
import { WarningIcon } from "#app/components/ui/icons.ts";
import styles from "./field-error.module.css";
import { EditedFields } from "./post-form.tsx";

/** What is wrong with a field, beside it, until the field is edited. `id` is the field's, then "-error". */
export function FieldErrorText({ id, errors }: { id: string; errors: string[] | undefined }) {
  const edited = useContext(EditedFields);
  if (!errors?.length || edited.has(id.replace(/-error$/, ""))) return null;
  return (
    <p className={styles.error} id={id}>
      <Icon of={WarningIcon} />
      {errors.join(". ")}
    </p>
  );
}
