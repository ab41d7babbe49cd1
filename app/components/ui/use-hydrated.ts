import { useSyncExternalStore } from "react";

const neverChanges = () => () => {};

/** False on the server and in the first render over its HTML, true once React has hydrated the page. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
}
