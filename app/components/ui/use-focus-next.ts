import { useEffect, useRef } from "react";

/**
 * @returns a function that focuses the element of a selector once the page has rendered the change
 */
export function useFocusNext(): (selector: string) => void {
  const next = useRef<string | null>(null);
  useEffect(() => {
    if (next.current === null) return;
    document.querySelector<HTMLElement>(next.current)?.focus();
    next.current = null;
  });
  return (selector) => {
    next.current = selector;
  };
}
