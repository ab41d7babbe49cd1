import { useRevalidator } from "@remix-run/react";
import { useEffect } from "react";

const REFRESH_MS = 2_000;

/** Loads the page again while a job works on it. Without script its reader reloads it. */
export function useRefresh(isActive: boolean) {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!isActive) return;
    const timer = setInterval(revalidate, REFRESH_MS);
    return () => clearInterval(timer);
  }, [isActive, revalidate]);
}
