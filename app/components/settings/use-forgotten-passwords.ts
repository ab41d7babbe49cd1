import { type RefObject, useEffect, useRef } from "react";

/** With script a refused page stays as it is: its passwords go here, as they do without. */
export function useForgottenPasswords(lastResult: unknown): RefObject<HTMLFormElement> {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (!lastResult) return;
    for (const input of form.current?.querySelectorAll<HTMLInputElement>("input[type=password]") ?? [])
      input.value = "";
  }, [lastResult]);
  return form;
}
