import { useHydrated } from "remix-utils/use-hydrated";

/** What opens the device's own sheet for an address; null where there is none. */
export function useShare(url: string): (() => void) | null {
  const canShare = useHydrated() && typeof navigator.share === "function";
  if (!canShare) return null;
  // Closing the sheet without a choice is no failure.
  return () => {
    navigator.share({ url }).catch(() => undefined);
  };
}
