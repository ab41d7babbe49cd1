import { useHydrated } from "remix-utils/use-hydrated";
import { Button } from "#app/components/ui/button.tsx";
import { Icon } from "#app/components/ui/icon.tsx";
import { PrinterIcon } from "#app/components/ui/icons.ts";

/** Printing from the page needs script; the browser's own menu does not. */
export function PrintButton() {
  if (!useHydrated()) return null;
  return (
    <Button onClick={() => window.print()}>
      <Icon of={PrinterIcon} />
      Print
    </Button>
  );
}
