import type { ReactNode } from "react";

/** The value and the error of a field. */
export type FieldState = { value: string; error: string | undefined };

/** ARIA attributes that link a control to its error. */
export function errorProps(name: string, error: string | undefined) {
  return { "aria-invalid": error === undefined ? undefined : true, "aria-describedby": `${name}-e` };
}

/**
 * Empty without an error: the browser script writes its errors here too, into the last element of a
 * field.
 */
export function FieldMessage({ name, error }: { name: string; error: string | undefined }) {
  return (
    <p className="error" id={`${name}-e`}>
      {error}
    </p>
  );
}

type Props = FieldState & {
  name: string;
  label: string;
  hint?: string;
  type?: "email" | "tel" | "text";
  inputMode?: "email" | "tel" | "decimal";
  autoComplete: string;
  required?: boolean;
  maxLength: number;
  pattern?: string;
  requiredMessage?: string;
  shapeMessage?: string;
};

/** A text field. The script reads the constraints and their messages from the attributes. */
export function TextField({
  name,
  label,
  hint,
  value,
  error,
  requiredMessage,
  shapeMessage,
  ...input
}: Props) {
  return (
    <div data-field={name}>
      <Label name={name} hint={hint}>
        {label}
      </Label>
      <input
        id={name}
        name={name}
        defaultValue={value}
        // Also on a page that is read from right to left.
        dir="ltr"
        data-msg-required={requiredMessage}
        data-msg-shape={shapeMessage}
        {...input}
        {...errorProps(name, error)}
      />
      <FieldMessage name={name} error={error} />
    </div>
  );
}

export function Label({ name, hint, children }: { name: string; hint?: string; children: ReactNode }) {
  return (
    <label htmlFor={name}>
      {children}
      {hint && (
        <>
          {" "}
          <small>{hint}</small>
        </>
      )}
    </label>
  );
}
