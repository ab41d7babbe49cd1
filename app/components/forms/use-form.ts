import { useForm as useConformForm } from "@conform-to/react";
import { useLocation } from "@remix-run/react";
import { useCallback, useEffect, useRef } from "react";
import { useFormSettled } from "./use-form-settled.ts";

type Fields = Record<string, unknown>;
type Options<F extends Fields> = Parameters<typeof useConformForm<F>>[0];

/**
 * conform's form with the server's reply. It resets to the server's values once a refused form is accepted,
 * or the page's URL changes. Other forms of the page do not affect it.
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
  useFormSettled(
    () => document.getElementById(id),
    () => {
      if (!isRefused) beginAnew();
    },
  );
  return form;
}
