import { type FieldMetadata, getInputProps } from "@conform-to/react";
import clsx from "clsx";
import type { ComponentPropsWithoutRef } from "react";
import { Input } from "./control.tsx";
import styles from "./field.module.css";
import { FieldErrorText, useCurrentErrors } from "./field-error.tsx";

type FieldProps = {
  label: React.ReactNode;
  field: FieldMetadata<string | number | null | undefined>;
  type?: "text" | "email" | "password" | "search" | "tel" | "url" | "date" | "month";
  /** Not shown beside an error that says the same. */
  hint?: string;
  /** A link beside the label, such as the one for a forgotten password. In tab order it follows the field. */
  aside?: React.ReactNode;
} & Pick<
  ComponentPropsWithoutRef<"input">,
  "autoComplete" | "inputMode" | "placeholder" | "readOnly" | "spellCheck"
>;

/** Label above, hint and error below; what was typed stays, except a password. */
export function Field({ label, field, type = "text", hint, aside, ...input }: FieldProps) {
  const errors = useCurrentErrors(field.errorId, field.errors);
  const isRepeated = hint !== undefined && errors.some((error) => error.includes(hint.replace(/\.$/, "")));
  const shownHint = isRepeated ? undefined : hint;
  const { key, ...props } = getInputProps(field, {
    type,
    ariaDescribedBy: shownHint ? field.descriptionId : undefined,
  });
  return (
    <div className={clsx(styles.field, aside && styles.hasAside)}>
      <label htmlFor={field.id}>{label}</label>
      <Input
        key={key}
        {...props}
        {...input}
        defaultValue={type === "password" ? undefined : props.defaultValue}
      />
      {shownHint ? (
        <p className={styles.hint} id={field.descriptionId}>
          {shownHint}
        </p>
      ) : null}
      <FieldErrorText id={field.errorId} errors={field.errors} />
      {aside}
    </div>
  );
}
