import { Toaster, toast } from "sonner";
import { Icon } from "#app/components/ui/icon.tsx";
import { CheckIcon, WarningIcon } from "#app/components/ui/icons.ts";
import { Spinner } from "#app/components/ui/spinner.tsx";

const DURATION_MS = {
  blank: 4000,
  error: 4000,
  success: 2000,
  custom: 4000,
  loading: Number.POSITIVE_INFINITY,
};

export type ToastKind = keyof typeof DURATION_MS;

const show = { blank: toast, error: toast.error, success: toast.success, loading: toast.loading };

/**
 * Shows a toast. A custom one brings its own insides. The same words belong on the page or in its notifications too.
 */
export function showToast({ kind, message }: { kind: ToastKind; message: React.ReactNode }): void {
  const options = { duration: DURATION_MS[kind] };
  if (kind === "custom") toast.custom(() => <>{message}</>, options);
  else show[kind](message, options);
}

/** The one place where toasts appear: bottom right, 16 px from the edges, at most 20. They wait while hovered or focused. */
export function Toasts() {
  return (
    <Toaster
      position="bottom-right"
      visibleToasts={20}
      expand
      offset={16}
      mobileOffset={16}
      gap={8}
      dir="ltr"
      closeButton
      className="toaster"
      toastOptions={{ unstyled: true, className: "toast", closeButtonAriaLabel: "Dismiss" }}
      icons={{
        success: <Icon of={CheckIcon} className="verd" />,
        error: <Icon of={WarningIcon} className="alarm" />,
        loading: <Spinner size="small" />,
      }}
    />
  );
}
