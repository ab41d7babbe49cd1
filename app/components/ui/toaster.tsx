import { Link } from "@remix-run/react";
import clsx from "clsx";
import { Toaster as Sonner, toast } from "sonner";
import { Icon } from "./icon.tsx";
import { CheckIcon, WarningIcon } from "./icons.ts";
import { Spinner } from "./spinner.tsx";
import styles from "./toasts.module.css";

const DURATION_MS = {
  blank: 4000,
  error: 4000,
  success: 2000,
  custom: 4000,
  loading: Number.POSITIVE_INFINITY,
};

/** Long enough to read it and to reach its button. */
const WITH_ACTION_MS = 8000;

export type ToastKind = keyof typeof DURATION_MS;

export type ToastContent = {
  kind: ToastKind;
  message: string;
  /** A second line: what to do about it. */
  advice?: string | undefined;
  /** Stands at the end of the second line. */
  link?: { to: string; label: string } | undefined;
  /** A button in it. It stays longer then. */
  action?: { label: string; onClick: () => void } | undefined;
  /** Runs once it disappears, by itself or dismissed. */
  onGone?: () => void;
};

const show = { blank: toast, error: toast.error, success: toast.success, loading: toast.loading };

/** How often a message has disappeared. While it is visible, the same message is the same toast. */
const timesGone = new Map<string, number>();

export function addToast({ kind, message, advice, link, action, onGone }: ToastContent): void {
  const key = `${kind} ${message}`;
  const gone = timesGone.get(key) ?? 0;
  const disappears = () => {
    timesGone.set(key, gone + 1);
    onGone?.();
  };
  const options = {
    id: `${key} ${gone}`,
    duration: action ? WITH_ACTION_MS : DURATION_MS[kind],
    // Named also without one: the same toast would keep its earlier button.
    action,
    description: link ? (
      <>
        {advice} <Link to={link.to}>{link.label}</Link>
      </>
    ) : (
      advice
    ),
    onDismiss: disappears,
    onAutoClose: disappears,
  };
  if (kind === "custom") toast.custom(() => <>{message}</>, options);
  else show[kind](message, options);
}

/** Bottom right, 16 px from the edges, at most 20. Hover and focus pause them. */
export function Toaster() {
  return (
    <Sonner
      position="bottom-right"
      visibleToasts={20}
      expand
      offset={16}
      mobileOffset={16}
      gap={8}
      dir="ltr"
      closeButton
      className={styles.toaster}
      toastOptions={{ unstyled: true, className: styles.toast, closeButtonAriaLabel: "Dismiss" }}
      icons={{
        success: <Icon of={CheckIcon} className={clsx(styles.icon, styles.success)} />,
        error: <Icon of={WarningIcon} className={clsx(styles.icon, styles.error)} />,
        loading: <Spinner size="small" />,
      }}
    />
  );
}
