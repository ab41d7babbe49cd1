import clsx from "clsx";
import styles from "./field.module.css";
import { FieldErrorText } from "./field-error.tsx";

type FieldBoxProps = {
  label: React.ReactNode;
  htmlFor: string;
  hint?: string;
  field?: { errorId: string; errors: string[] | undefined };
  className?: string;
  children: React.ReactNode;
};

/** The frame of a field that brings its own control: label above, hint and error below. */
export function FieldBox({ label, htmlFor, hint, field, className, children }: FieldBoxProps) {
  return (
    <div className={clsx(styles.field, className)}>
      <label htmlFor={htmlFor}>{label}</label>
      {children}
      {hint ? <p className={styles.hint}>{hint}</p> : null}
      {field ? <FieldErrorText id={field.errorId} errors={field.errors} /> : null}
    </div>
  );
}

type FieldGroupProps = {
  legend: string;
  field: { id: string; errorId: string; errors: string[] | undefined };
  children: React.ReactNode;
};

/** Checkboxes or radio buttons that answer one question. */
export function FieldGroup({ legend, field: { id, errorId, errors }, children }: FieldGroupProps) {
  return (
    <fieldset className={styles.field} id={id} aria-describedby={errorId} tabIndex={-1}>
      <legend>{legend}</legend>
      {children}
      <FieldErrorText id={errorId} errors={errors} />
    </fieldset>
  );
}
