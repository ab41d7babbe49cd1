import { type FieldMetadata, getInputProps } from "@conform-to/react";
import type { ComponentPropsWithoutRef } from "react";
import { FieldError } from "./field-error.tsx";

type FieldProps = {
  label: React.ReactNode;
  field: FieldMetadata<string | number | null | undefined>;
  type?: "text" | "email" | "password" | "search" | "tel" | "url" | "date";
  hint?: string;
  /** A link beside the label, such as the one for a forgotten password; after the field in the order of keys. */
  aside?: React.ReactNode;
} & Pick<ComponentPropsWithoutRef<"input">, "autoComplete" | "inputMode" | "placeholder" | "spellCheck">;

/** Label above, hint and error below; what was typed stays, except a password. */
export function Field({ label, field, type = "text", hint, aside, ...input }: FieldProps) {
  const { key, ...props } = getInputProps(field, {
    type,
    ariaDescribedBy: hint ? field.descriptionId : undefined,
  });
  return (
    <div className={aside ? "field has-aside" : "field"}>
      <label htmlFor={field.id}>{label}</label>
      <input
        key={key}
        {...props}
        {...input}
        className="input"
        defaultValue={type === "password" ? undefined : props.defaultValue}
      />
      {hint ? (
        <p className="hint" id={field.descriptionId}>
          {hint}
        </p>
      ) : null}
      <FieldError id={field.errorId} errors={field.errors} />
      {aside}
    </div>
  );
}
