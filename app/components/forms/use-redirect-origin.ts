import { useEffect } from "react";

/** Notes the page that sent its reader here in the history entry's state, where a redirect by the server cannot write. */
export function useRedirectOrigin(from: string | null): void {
  useEffect(() => {
    if (from === null) return;
    // The router keeps a location's own state in `usr`.
    window.history.replaceState({ ...window.history.state, usr: { from } }, "");
  }, [from]);
}
