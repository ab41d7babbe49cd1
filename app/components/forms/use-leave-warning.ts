import { unstable_usePrompt as usePrompt } from "@remix-run/react";
import { useEffect } from "react";
import { paths } from "#app/paths.ts";

/**
 * Ways on which nothing is lost: what was typed comes back after the sign-in, and the theme leads back at
 * once.
 */
const KEEPING: string[] = [paths.login(), paths.reauthenticate(), paths.theme()];

/**
 * Asks before a page is left on which something is not saved; of a document the browser asks in its own
 * words.
 */
export function useLeaveWarning(isUnsaved: boolean, message: string): void {
  usePrompt({
    when: ({ currentLocation: from, nextLocation: to }) =>
      isUnsaved && from.pathname !== to.pathname && !KEEPING.includes(to.pathname),
    message,
  });
  useEffect(() => {
    if (!isUnsaved) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [isUnsaved]);
}
