import { useState } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { Field } from "./field.tsx";
import styles from "./password-field.module.css";

type PasswordFieldProps = Omit<Parameters<typeof Field>[0], "type" | "aside">;

/** A password that can be shown while it is typed. Without script it stays hidden. */
export function PasswordField(props: PasswordFieldProps) {
  const [isShown, setShown] = useState(false);
  const toggle = (
    <button
      type="button"
      className={styles.toggle}
      aria-pressed={isShown}
      aria-controls={props.field.id}
      onClick={() => setShown(!isShown)}
    >
      Show password
    </button>
  );
  return <Field {...props} type={isShown ? "text" : "password"} aside={useHydrated() ? toggle : undefined} />;
}
