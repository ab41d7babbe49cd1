import { type FieldMetadata, getSelectProps } from "@conform-to/react";
import { FieldError } from "./field-error.tsx";

export type Choice = { value: string; label: string };

type SelectFieldProps = {
  label: string;
  field: FieldMetadata<string | null | undefined>;
  choices: readonly Choice[];
  /** The words of the empty choice, where none is a choice too. */
  none?: string;
  hint?: string;
};

/** A native select. */
export function SelectField({ label, field, choices, none, hint }: SelectFieldProps) {
  const { key, ...props } = getSelectProps(field, {
    ariaDescribedBy: hint ? field.descriptionId : undefined,
  });
  return (
    <div className="field">
      <label htmlFor={field.id}>{label}</label>
      <select key={key} {...props} className="select">
        {none === undefined ? null : <option value="">{none}</option>}
        {choices.map(({ value, label: words }) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
      {hint ? (
        <p className="hint" id={field.descriptionId}>
          {hint}
        </p>
      ) : null}
      <FieldError id={field.errorId} errors={field.errors} />
    </div>
  );
}
