import { useNavigation } from "@remix-run/react";
import { useContext } from "react";
import { Button, type ButtonVariant } from "#app/components/ui/button.tsx";
import { type Drawing, Icon } from "#app/components/ui/icon.tsx";
import { FormIntent } from "./post-form.tsx";
import styles from "./submit-button.module.css";

type SubmitButtonProps = ButtonVariant & {
  /** The verb while the form is sent: "Signing in". The ellipsis is added. */
  pending: string;
  icon?: Drawing;
  id?: string;
  /** What the button adds to its form. It also tells apart forms with the same intent. */
  name?: string;
  value?: string;
  className?: string;
  /** The key that presses it. */
  shortcut?: string;
  children: React.ReactNode;
};

/** Submits its `PostForm`. It keeps its width while pending; never disabled, it works without script. */
export function SubmitButton({
  pending,
  icon,
  id,
  name,
  value,
  shortcut,
  children,
  ...look
}: SubmitButtonProps) {
  const intent = useContext(FormIntent);
  const { formData, formMethod } = useNavigation();
  const isPending =
    formMethod === "POST" &&
    formData?.get("intent") === intent &&
    (name === undefined || formData.get(name) === value);
  return (
    <Button
      {...look}
      type="submit"
      id={id}
      name={name}
      value={value}
      isBusy={isPending}
      aria-keyshortcuts={shortcut}
      onClick={(event) => {
        if (isPending) event.preventDefault();
      }}
    >
      <span className={styles.labels}>
        <span aria-hidden={isPending || undefined}>
          {icon ? <Icon of={icon} /> : null}
          {children}
        </span>
        {isPending ? <span>{pending}…</span> : null}
      </span>
    </Button>
  );
}
