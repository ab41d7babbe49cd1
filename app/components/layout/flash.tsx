import { Link } from "@remix-run/react";
import { useEffect, useState } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { SaveError } from "#app/components/forms/save-error.tsx";
import { isFormReply, useFormReply } from "#app/components/forms/use-form-reply.ts";
import { Alert, type AlertTone } from "#app/components/ui/alert.tsx";
import { showToast } from "#app/components/ui/toasts.ts";
import { type FlashMessage, useRootData } from "./root-data.ts";

const tones: Record<FlashMessage["kind"], AlertTone> = { success: "verd", error: "alarm", blank: "plain" };

type FlashNoteProps = {
  /** Keeps the message on a page that consists of it, also with script. */
  isNote?: boolean;
  /** Undoes what the message is about, from its toast. */
  onUndo?: (id: string) => void;
};

/**
 * The message of the last action, on top of the page. After a navigation in the browser it is a toast, and an
 * error is on the page once its toast is gone. The response to the page's next form replaces it.
 */
export function FlashNote({ isNote = false, onUndo }: FlashNoteProps) {
  const flash = useRootData()?.flash ?? null;
  const isHydrated = useHydrated();
  // The page's reply is newer than the flash message.
  const reply = useFormReply<unknown>();
  const isOutdated = reply !== undefined;
  const [written] = useState(isHydrated ? null : flash);
  const isWritten = flash !== null && flash === written;
  const [toastGone, setToastGone] = useState<FlashMessage | null>(null);
  useEffect(() => {
    if (!flash || isWritten || isNote) return;
    const { kind, message, advice, link, undo } = flash;
    const action = undo && onUndo ? { label: "Undo", onClick: () => onUndo(undo) } : undefined;
    showToast({ kind, message, advice, link, action, onGone: () => setToastGone(flash) });
  }, [flash, isWritten, isNote, onUndo]);
  const isLeft = flash?.kind === "error" && flash === toastGone;
  if (isFormReply(reply)) return <SaveError reply={reply} />;
  if (isOutdated || !flash || !(isWritten || isNote || isLeft)) return null;
  return (
    <Alert tone={tones[flash.kind]} role={flash.kind === "error" ? "alert" : "status"}>
      <span>{flash.message}</span>
      {flash.advice ? `. ${flash.advice}` : null}{" "}
      {flash.link ? <Link to={flash.link.to}>{flash.link.label}</Link> : null}
    </Alert>
  );
}
