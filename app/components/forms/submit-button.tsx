import { useRef } from "react";
import { Button, type ButtonVariant } from "#app/components/ui/button.tsx";
import { type Drawing, Icon } from "#app/components/ui/icon.tsx";
import styles from "./submit-button.module.css";
import { usePendingForm } from "./use-pending-form.ts";

type SubmitButtonProps = ButtonVariant & {
  /** The verb while it is under way: "Signing in". The ellipsis is added. */
  pending: string;
  icon?: Drawing;
  id?: string;
  name?: string;
  value?: string;
  formAction?: string;
  className?: string;
  children: React.ReactNode;
};

/** Sends its form. While that form is under way it says so in the same width; it is never disabled, so it works without script. */
export function SubmitButton({
  pending,
  icon,
  id,
  name,
  value,
  formAction,
  children,
  ...look
}: SubmitButtonProps) {
  const label = useRef<HTMLSpanElement>(null);
  const sent = usePendingForm(label);
  const isSending = sent !== undefined && (name === undefined || sent.get(name) === value);
  return (
    <Button
      {...look}
      type="submit"
      id={id}
      name={name}
      value={value}
      formAction={formAction}
      isBusy={isSending}
      onClick={(event) => {
        if (isSending) event.preventDefault();
      }}
    >
      <span className={styles.labels} ref={label}>
        <span aria-hidden={isSending || undefined}>
          {icon ? <Icon of={icon} /> : null}
          {children}
        </span>
        {isSending ? <span>{pending}…</span> : null}
      </span>
    </Button>
  );
}
