import { useHydrated } from "remix-utils/use-hydrated";
import { Button } from "#app/components/ui/button.tsx";
import { Icon } from "#app/components/ui/icon.tsx";
import { CopyIcon } from "#app/components/ui/icons.ts";
import { showToast } from "#app/components/ui/toasts.ts";

type CopyButtonProps = {
  text: string;
  /** What a toast says: "Form link copied". */
  copied: string;
  className?: string | undefined;
  children: React.ReactNode;
};

/** Copies a text that stands beside it. Nothing without script, or where the browser does not allow it. */
export function CopyButton({ text, copied, className, children }: CopyButtonProps) {
  const canCopy = useHydrated() && typeof navigator.clipboard?.writeText === "function";
  if (!canCopy) return null;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      showToast({ kind: "success", message: copied });
    } catch {
      showToast({ kind: "blank", message: text });
    }
  };
  return (
    <Button isSmall className={className} onClick={copy}>
      <Icon of={CopyIcon} />
      {children}
    </Button>
  );
}
