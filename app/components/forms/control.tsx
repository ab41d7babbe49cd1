import clsx from "clsx";
import { type ComponentPropsWithoutRef, forwardRef, useContext } from "react";
import styles from "./control.module.css";
import { EditedFields } from "./post-form.tsx";

export function Input({ className, ...rest }: ComponentPropsWithoutRef<"input">) {
  return <input className={clsx(styles.control, className)} {...useCurrentErrors(rest)} />;
}

export function Select({ className, ...rest }: ComponentPropsWithoutRef<"select">) {
  return <select className={clsx(styles.control, className)} {...useCurrentErrors(rest)} />;
}

export function TextArea({ className, ...rest }: ComponentPropsWithoutRef<"textarea">) {
  return <textarea className={clsx(styles.control, className)} {...useCurrentErrors(rest)} />;
}

type FileInputProps = Omit<ComponentPropsWithoutRef<"input">, "type">;

export const FileInput = forwardRef<HTMLInputElement, FileInputProps>(function FileInput(
  { className, ...rest },
  ref,
) {
  return <input ref={ref} type="file" className={clsx(styles.file, className)} {...rest} />;
});

type DescribedProps = { id?: string; "aria-invalid"?: unknown; "aria-describedby"?: string };

/** An edited field is no longer marked with the server's error. */
function useCurrentErrors<Props extends DescribedProps>(props: Props): Props {
  const edited = useContext(EditedFields);
  if (props.id === undefined || !edited.has(props.id)) return props;
  const errorId = `${props.id}-error`;
  const describedBy = props["aria-describedby"]?.split(" ").filter((id) => id !== errorId) ?? [];
  return { ...props, "aria-invalid": undefined, "aria-describedby": describedBy.join(" ") || undefined };
}
