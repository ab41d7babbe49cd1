import { type FieldMetadata, getInputProps } from "@conform-to/react";
import { FieldError } from "./field-error.tsx";

type CheckboxFieldProps = {
  label: React.ReactNode;
  field: FieldMetadata<boolean | string | null | undefined>;
};

export function CheckboxField({ label, field }: CheckboxFieldProps) {
  const { key, ...props } = getInputProps(field, { type: "checkbox" });
  return (
    <div className="field">
      <label className="tick" htmlFor={field.id}>
        <input key={key} {...props} />
        <span>{label}</span>
      </label>
      <FieldError id={field.errorId} errors={field.errors} />
    </div>
  );
}
