import { type FieldMetadata, getTextareaProps } from "@conform-to/react";
import { TextArea } from "./control.tsx";
import styles from "./field.module.css";
import { FieldErrorText } from "./field-error.tsx";

type TextAreaFieldProps = {
  label: string;
  field: FieldMetadata<string | null | undefined>;
  rows: number;
  hint?: string;
  placeholder?: string;
  spellCheck?: boolean;
};

/** Several lines, with the label above and hint and error below. */
export function TextAreaField({ label, field, hint, ...area }: TextAreaFieldProps) {
  const { key, ...props } = getTextareaProps(field, {
    ariaDescribedBy: hint ? field.descriptionId : undefined,
  });
  return (
    <div className={styles.field}>
      <label htmlFor={field.id}>{label}</label>
      <TextArea key={key} {...props} {...area} />
      {hint ? (
        <p className={styles.hint} id={field.descriptionId}>
          {hint}
        </p>
      ) : null}
      <FieldErrorText id={field.errorId} errors={field.errors} />
    </div>
  );
}
