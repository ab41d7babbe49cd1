import { useHydrated } from "remix-utils/use-hydrated";

/** Returns a function that opens the device's share sheet with the URL; null if the device has none. */
export function useShare(url: string): (() => void) | null {
  const canShare = useHydrated() && typeof navigator.share === "function";
  if (!canShare) return null;
  // Closing the sheet without a choice is no failure.
  return () => {
    navigator.share({ url }).catch(() => undefined);
  };
}
