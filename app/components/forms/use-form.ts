import { type SubmissionResult, useForm as useConformForm } from "@conform-to/react";
import { useLocation } from "@remix-run/react";
import { useState } from "react";
import { useFormSettled } from "./use-form-settled.ts";

type Fields = Record<string, unknown>;
type Options<F extends Fields, V> = Parameters<typeof useConformForm<F, V>>[0] & {
  intent: string;
  /** Whether what was sent stays in the form once it is accepted. */
  keepsValues?: boolean;
};

/**
 * conform's form for one intent. It resets to the server's values once it is accepted, or if the page's URL
 * changes after a refusal. Other forms of the page do not affect it.
 */
export function useForm<F extends Fields, V = F>({ intent, keepsValues = false, ...options }: Options<F, V>) {
  const { pathname, search } = useLocation();
  const url = pathname + search;
  const [shownAt, setShownAt] = useState(url);
  // conform resets a form on each new result without values.
  const [reset, setReset] = useState<SubmissionResult<string[]>>();
  const lastResult = options.lastResult ?? reset;
  const resetForm = () => setReset({ initialValue: null });
  const [form, fields] = useConformForm<F, V>({ id: intent, ...options, lastResult });
  if (url !== shownAt) {
    setShownAt(url);
    if (form.status === "error") resetForm();
  }
  useFormSettled((sent) => {
    if (keepsValues && form.status !== "error") return;
    if (sent.get("intent") === intent && !options.lastResult) resetForm();
  });
  return [form, fields, resetForm] as const;
}
