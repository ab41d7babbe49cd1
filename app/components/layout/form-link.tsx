import { Button, buttonClass } from "#app/components/ui/button.tsx";
import { Icon } from "#app/components/ui/icon.tsx";
import { ArrowSquareOutIcon, CopyIcon } from "#app/components/ui/icons.ts";
import { useHydrated } from "#app/components/ui/use-hydrated.ts";
import { showToast } from "./toasts.tsx";

/** The way to one's own form: with script its address is copied, without it is a link that opens it. */
export function FormLink({ url, className }: { url: string; className?: string }) {
  const canCopy = useHydrated() && typeof navigator.clipboard?.writeText === "function";
  if (!canCopy) {
    return (
      <a className={buttonClass({ isSmall: true }, className)} href={url}>
        <Icon of={ArrowSquareOutIcon} />
        Open your form
      </a>
    );
  }
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url);
      showToast({ kind: "success", message: "Form link copied" });
    } catch {
      showToast({ kind: "blank", message: url });
    }
  };
  return (
    <Button isSmall className={className} onClick={copy}>
      <Icon of={CopyIcon} />
      Copy form link
    </Button>
  );
}
