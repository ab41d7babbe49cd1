import { type RefObject, useRef } from "react";
import { useFormSettled } from "./use-form-settled.ts";

/**
 * For passwords and codes, which are never sent back: with script the page stays as it is, and they go from their fields once they were
 * answered, as they do without.
 * @returns the form's `ref`
 */
export function useClearSecrets(...names: string[]): RefObject<HTMLFormElement> {
  const form = useRef<HTMLFormElement>(null);
  useFormSettled(
    () => form.current,
    () => {
      for (const name of names) {
        const field = form.current?.elements.namedItem(name);
        if (field instanceof HTMLInputElement) field.value = "";
      }
    },
  );
  return form;
}
