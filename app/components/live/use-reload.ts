import { useCallback, useEffect, useInsertionEffect, useRef } from "react";
import { useRevalidate } from "#app/components/ui/use-revalidate.ts";

/** Reads the page's data again. The page stays where it is: Remix may scroll to the top. */
export function useReload(): { reload: () => void; isReloading: boolean } {
  const { revalidate, isRevalidating } = useRevalidate();
  const isAsked = useRef(false);
  const top = useRef<number | null>(null);
  // It runs before the layout effect that scrolls.
  useInsertionEffect(() => {
    top.current = !isRevalidating && isAsked.current ? window.scrollY : null;
  }, [isRevalidating]);
  useEffect(() => {
    if (isRevalidating || top.current === null) return;
    isAsked.current = false;
    window.scrollTo({ top: top.current, behavior: "instant" });
  }, [isRevalidating]);
  const reload = useCallback(() => {
    isAsked.current = true;
    revalidate();
  }, [revalidate]);
  return { reload, isReloading: isRevalidating };
}
