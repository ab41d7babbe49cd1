import { useEffect } from "react";
import { useRevalidate } from "./use-revalidate.ts";

const REFRESH_MS = 2_000;

/** Loads the page again and again while a job works on it. Without script its reader reloads it. */
export function useRefresh(isActive: boolean) {
  const { revalidate, isRevalidating } = useRevalidate();
  useEffect(() => {
    if (!isActive || isRevalidating) return;
    const timer = setTimeout(revalidate, REFRESH_MS);
    return () => clearTimeout(timer);
  }, [isActive, isRevalidating, revalidate]);
}
