import { useForm as useConformForm } from "@conform-to/react";
import { useLocation } from "@remix-run/react";
import { useEffect, useRef } from "react";

type Fields = Record<string, unknown>;
type Options<F extends Fields> = Parameters<typeof useConformForm<F>>[0];

/**
 * conform's form over the server's answers. It keeps what an answer said for as long as its page stands: once a form that was refused has
 * been taken, or its page has another address, it begins anew with what the server knows now.
 */
export function useForm<F extends Fields>(options: Options<F>): ReturnType<typeof useConformForm<F>> {
  const form = useConformForm<F>(options);
  const { id } = form[0];
  const { hash } = useLocation();
  const isRefused = Boolean(options.lastResult);
  const wasRefused = useRef(isRefused);
  useEffect(() => {
    if (isRefused) wasRefused.current = true;
    // A link within the page makes Remix forget the answer; what was typed is not to go with it.
    if (isRefused || !wasRefused.current || hash) return;
    wasRefused.current = false;
    const element = document.getElementById(id);
    // By the browser's own reset, which conform follows: its intent would be sent to the server.
    if (element instanceof HTMLFormElement) element.reset();
  }, [id, isRefused, hash]);
  return form;
}
