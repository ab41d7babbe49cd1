import { type FieldMetadata, getSelectProps } from "@conform-to/react";
import { Select } from "./control.tsx";
import styles from "./field.module.css";
import { FieldErrorText } from "./field-error.tsx";

type Choice = { value: string; label: string };

type SelectFieldProps = {
  label: string;
  field: FieldMetadata<string | null | undefined>;
  choices: readonly Choice[];
  /** The words of the empty choice, where none is a choice too. */
  none?: string;
  hint?: string;
};

export function SelectField({ label, field, choices, none, hint }: SelectFieldProps) {
  const { key, ...props } = getSelectProps(field, {
    ariaDescribedBy: hint ? field.descriptionId : undefined,
  });
  return (
    <div className={styles.field}>
      <label htmlFor={field.id}>{label}</label>
      <Select key={key} {...props}>
        {none === undefined ? null : <option value="">{none}</option>}
        {choices.map(({ value, label: text }) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </Select>
      {hint ? (
        <p className={styles.hint} id={field.descriptionId}>
          {hint}
        </p>
      ) : null}
      <FieldErrorText id={field.errorId} errors={field.errors} />
    </div>
  );
}
