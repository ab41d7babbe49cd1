import { useEffect, useState } from "react";
import { useFormReply } from "#app/components/forms/use-form-reply.ts";
import { Alert, type AlertTone } from "#app/components/ui/alert.tsx";
import { useHydrated } from "#app/components/ui/use-hydrated.ts";
import { type FlashMessage, useRootData } from "./root-data.ts";
import { showToast } from "./toasts.tsx";

const tones: Record<FlashMessage["kind"], AlertTone> = { success: "verd", error: "alarm", blank: "plain" };

type FlashProps = {
  /** Where the message is the page's whole answer, it stays on it, with script too. */
  isNote?: boolean;
};

/**
 * The message of the last action, on top of the page. After a navigation in the browser it is a toast, and an
 * error is both. The response to the page's next form removes it.
 */
export function Flash({ isNote = false }: FlashProps) {
  const flash = useRootData()?.flash ?? null;
  const isHydrated = useHydrated();
  // What the page says now is the newer word.
  const isOutdated = useFormReply() !== undefined;
  const [written] = useState(isHydrated ? null : flash);
  const isWritten = flash !== null && flash === written;
  useEffect(() => {
    if (flash && !isWritten && !isNote) showToast(flash);
  }, [flash, isWritten, isNote]);
  if (isOutdated || !flash || !(isWritten || isNote || flash.kind === "error")) return null;
  return (
    <Alert tone={tones[flash.kind]} role={flash.kind === "error" ? "alert" : "status"}>
      {flash.message}
    </Alert>
  );
}
