import { useLocation, useNavigation } from "@remix-run/react";
import { type RefObject, useEffect, useRef } from "react";

/**
 * For passwords and codes, which are never sent back: with script the page stays as it is, and they go from their fields once they were
 * answered, as they do without.
 * @returns the form's `ref`
 */
export function useForgottenFields(...names: string[]): RefObject<HTMLFormElement> {
  const form = useRef<HTMLFormElement>(null);
  const { pathname } = useLocation();
  const { formAction } = useNavigation();
  const isSent = formAction?.split("?")[0] === pathname;
  const list = names.join(" ");
  useEffect(() => {
    if (!isSent) return;
    return () => {
      for (const name of list.split(" ")) {
        const field = form.current?.elements.namedItem(name);
        if (field instanceof HTMLInputElement) field.value = "";
      }
    };
  }, [isSent, list]);
  return form;
}
