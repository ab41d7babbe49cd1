import { useLocation } from "@remix-run/react";
import { type RefObject, useEffect } from "react";

/**
 * Closes a floating `<details>` on Escape, on a press outside and on navigation. Without script its summary
 * closes it.
 */
export function useClosingDetails(details: RefObject<HTMLDetailsElement | null>) {
  const { pathname, search } = useLocation();

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new address is what closes it
  useEffect(() => {
    if (details.current) details.current.open = false;
  }, [details, pathname, search]);

  useEffect(() => {
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || !details.current?.open) return;
      details.current.open = false;
      details.current.querySelector("summary")?.focus();
    };
    const closeOnPressOutside = (event: PointerEvent) => {
      const isOutside = event.target instanceof Node && !details.current?.contains(event.target);
      if (isOutside && details.current?.open) details.current.open = false;
    };
    document.addEventListener("keydown", closeOnEscape);
    document.addEventListener("pointerdown", closeOnPressOutside);
    return () => {
      document.removeEventListener("keydown", closeOnEscape);
      document.removeEventListener("pointerdown", closeOnPressOutside);
    };
  }, [details]);
}
