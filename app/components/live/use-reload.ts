import { useRevalidator } from "@remix-run/react";
import { useCallback, useEffect, useInsertionEffect, useRef } from "react";

/** Reads the page's data again. The page stays where it is: Remix may scroll to the top. */
export function useReload(): { reload: () => void; isReloading: boolean } {
  const { revalidate, state } = useRevalidator();
  const isAsked = useRef(false);
  const top = useRef<number | null>(null);
  // It runs before the layout effect that scrolls.
  useInsertionEffect(() => {
    top.current = state === "idle" && isAsked.current ? window.scrollY : null;
  }, [state]);
  useEffect(() => {
    if (state !== "idle" || top.current === null) return;
    isAsked.current = false;
    window.scrollTo({ top: top.current, behavior: "instant" });
  }, [state]);
  const reload = useCallback(() => {
    isAsked.current = true;
    revalidate();
  }, [revalidate]);
  return { reload, isReloading: state !== "idle" };
}
