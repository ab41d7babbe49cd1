import { useLocation } from "@remix-run/react";
import { type RefObject, useEffect, useRef } from "react";

/**
 * Closes a floating `<details>` on Escape, on a press outside and on navigation. Without script its summary
 * closes it.
 */
export function useClosingDetails(details: RefObject<HTMLDetailsElement | null>) {
  const { pathname, search } = useLocation();
  const address = pathname + search;
  const shownAt = useRef(address);

  useEffect(() => {
    // Stays open while its form has errors.
    if (shownAt.current === address) return;
    shownAt.current = address;
    if (details.current) details.current.open = false;
  }, [details, address]);

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
