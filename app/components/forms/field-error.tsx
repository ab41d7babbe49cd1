import { Icon } from "#app/components/ui/icon.tsx";
import { WarningIcon } from "#app/components/ui/icons.ts";
import styles from "./field-error.module.css";

/** What is wrong with a field, beside it. The field names it by `aria-describedby`. */
export function FieldError({ id, errors }: { id: string; errors: string[] | undefined }) {
  if (!errors?.length) return null;
  return (
    <p className={styles.error} id={id}>
      <Icon of={WarningIcon} />
      {errors.join(". ")}
    </p>
  );
}
