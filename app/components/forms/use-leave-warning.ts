import { unstable_usePrompt as usePrompt } from "@remix-run/react";
import { useEffect } from "react";
import { paths } from "#app/paths.ts";

/** Pages that keep unsaved text: it is restored after the sign-in, and the theme redirects back. */
const KEEPING: string[] = [paths.login(), paths.reauthenticate(), paths.theme()];

/** Asks before a page with unsaved changes is left. For a document, the browser asks in its own words. */
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
