import { type RefObject, useEffect, useRef } from "react";

/**
 * For what is never sent back: with script the page stays as it is, and what was refused goes from its field as it does without.
 * @returns the form's `ref`
 */
export function useEmptiedField(name: string, lastResult: unknown): RefObject<HTMLFormElement> {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const field = lastResult && form.current?.elements.namedItem(name);
    if (field instanceof HTMLInputElement) field.value = "";
  }, [lastResult, name]);
  return form;
}
