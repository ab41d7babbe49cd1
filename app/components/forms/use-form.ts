import { useForm as useConformForm } from "@conform-to/react";
import { useLocation } from "@remix-run/react";
import { useCallback, useEffect, useRef } from "react";
import { useAnswered } from "./use-answered.ts";

type Fields = Record<string, unknown>;
type Options<F extends Fields> = Parameters<typeof useConformForm<F>>[0];

/**
 * conform's form over the server's answers. It keeps what an answer said for as long as its page stands: once a form that was refused has
 * been taken, or its page has another address, it begins anew with what the server knows now. Another form of the page changes nothing.
 */
export function useForm<F extends Fields>(options: Options<F>): ReturnType<typeof useConformForm<F>> {
  const form = useConformForm<F>(options);
  const { id } = form[0];
  const { pathname, search } = useLocation();
  const address = pathname + search;
  const isRefused = Boolean(options.lastResult);
  const refusedAt = useRef<string | null>(null);
  const beginAnew = useCallback(() => {
    if (refusedAt.current === null) return;
    refusedAt.current = null;
    const element = document.getElementById(id);
    // By the browser's own reset, which conform follows: its intent would be sent to the server.
    if (element instanceof HTMLFormElement) element.reset();
  }, [id]);
  useEffect(() => {
    if (isRefused) refusedAt.current = address;
    else if (refusedAt.current !== address) beginAnew();
  }, [isRefused, address, beginAnew]);
  useAnswered(
    () => document.getElementById(id),
    () => {
      if (!isRefused) beginAnew();
    },
  );
  return form;
}
