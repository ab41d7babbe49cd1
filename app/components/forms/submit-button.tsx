import { useNavigation } from "@remix-run/react";
import { Button, type ButtonLook } from "#app/components/ui/button.tsx";
import { type Drawing, Icon } from "#app/components/ui/icon.tsx";

type SubmitButtonProps = ButtonLook & {
  /** The verb while it is under way: "Signing in". The ellipsis is added. */
  pending: string;
  icon?: Drawing;
  name?: string;
  value?: string;
  formAction?: string;
  className?: string;
  children: React.ReactNode;
};

/** Sends its form. While that is under way it says so in the same width; it is never disabled, so it works without script. */
export function SubmitButton({
  pending,
  icon,
  name,
  value,
  formAction,
  children,
  ...look
}: SubmitButtonProps) {
  const { state, formData, formMethod } = useNavigation();
  const isSending = state !== "idle" && formMethod === "POST" && isPressed(formData, name, value);
  return (
    <Button
      {...look}
      type="submit"
      name={name}
      value={value}
      formAction={formAction}
      isBusy={isSending}
      onClick={(event) => {
        if (isSending) event.preventDefault();
      }}
    >
      <span className="btn-stack">
        <span aria-hidden={isSending || undefined}>
          {icon ? <Icon of={icon} /> : null}
          {children}
        </span>
        {isSending ? <span>{pending}…</span> : null}
      </span>
    </Button>
  );
}

function isPressed(formData: FormData | undefined, name: string | undefined, value: string | undefined) {
  return formData !== undefined && (name === undefined || formData.get(name) === value);
}
