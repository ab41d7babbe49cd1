import { useNavigation } from "@remix-run/react";
import { type RefObject, useSyncExternalStore } from "react";

/** The form that was sent last. By the element: what two forms send may be alike. */
let sent: EventTarget | null = null;

function subscribe(changed: () => void): () => void {
  const note = ({ target }: Event) => {
    sent = target;
    changed();
  };
  document.addEventListener("submit", note, true);
  return () => document.removeEventListener("submit", note, true);
}

/** @returns what the form around an element has posted, while that is under way */
export function usePendingForm(inside: RefObject<Element>): FormData | undefined {
  const { formData, formMethod } = useNavigation();
  const isOwn = useSyncExternalStore(
    subscribe,
    () => sent !== null && inside.current?.closest("form") === sent,
    () => false,
  );
  return isOwn && formMethod === "POST" ? formData : undefined;
}
