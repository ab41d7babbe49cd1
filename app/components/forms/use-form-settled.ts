import { useLocation, useNavigation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { NETWORK_ERROR } from "./network-error.ts";

/**
 * Calls back once the page stands again after one of its own forms was answered, with what was sent; not where it got no answer.
 * @param root the form, or what the forms are in
 */
export function useFormSettled(root: () => Element | null, then: (fields: FormData) => void): void {
  const { state } = useNavigation();
  const { key } = useLocation();
  const latest = useRef({ root, then, key });
  useEffect(() => {
    latest.current = { root, then, key };
  });
  const sent = useRef<{ fields: FormData; key: string } | null>(null);
  useEffect(() => {
    const note = ({ target, submitter }: SubmitEvent) => {
      const isOwn = target instanceof HTMLFormElement && latest.current.root()?.contains(target);
      sent.current = isOwn ? { fields: new FormData(target, submitter), key: latest.current.key } : null;
    };
    const forget = () => {
      sent.current = null;
    };
    document.addEventListener("submit", note, true);
    document.addEventListener(NETWORK_ERROR, forget);
    return () => {
      document.removeEventListener("submit", note, true);
      document.removeEventListener(NETWORK_ERROR, forget);
    };
  }, []);
  useEffect(() => {
    // Every answer makes an entry of its own, also for the same address.
    if (state !== "idle" || !sent.current || sent.current.key === key) return;
    const { fields } = sent.current;
    sent.current = null;
    latest.current.then(fields);
  }, [state, key]);
}
