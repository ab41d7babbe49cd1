import { useEffect, useRef } from "react";

/** @returns puts the focus where a selector leads once the page shows what was changed */
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
