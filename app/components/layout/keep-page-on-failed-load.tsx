import { createPath, useLocation, useNavigate, useNavigation } from "@remix-run/react";
import { startTransition, useCallback, useEffect, useState } from "react";
import { LOAD_FAILED, type LoadFailure, NetworkError } from "#app/browser/fetch-with-device.ts";
import { showToast } from "#app/components/ui/toasts.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { findLoadFailure } from "./load-failures.ts";

const sentences = messages.network;

/**
 * Ends a navigation whose data or script did not come: the page and what is typed on it stay, and a toast
 * says what failed and why.
 */
export function KeepPageOnFailedLoad() {
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  const next = useNavigation().location;
  const nextPage = next && createPath(next);
  // Without a next page the current one is loaded again.
  const nextPathname = next?.pathname ?? pathname;
  const [isScriptMissing, setScriptMissing] = useState(false);

  const keepPage = useCallback(
    ({ status }: LoadFailure) => {
      const reason = status === null ? sentences.pageOffline : sentences.pageFailed;
      const failure = findLoadFailure(nextPathname);
      showToast({ kind: "error", ...(failure ? { message: failure, advice: reason } : { message: reason }) });
      // A hash on the current page needs no request.
      navigate({ pathname, search, hash: hash || "#main" }, { replace: true, preventScrollReset: true });
    },
    [navigate, pathname, search, hash, nextPathname],
  );

  useEffect(() => {
    const onLoadFailed = (event: Event) => keepPage((event as CustomEvent<LoadFailure>).detail);
    window.addEventListener(LOAD_FAILED, onLoadFailed);
    return () => window.removeEventListener(LOAD_FAILED, onLoadFailed);
  }, [keepPage]);

  useEffect(() => {
    // Remix reloads the current page for each script of the next one that could not be loaded.
    const onReload = (event: NavigateEvent) => {
      // Vite reloads pages in development.
      if (import.meta.env.DEV || event.navigationType !== "reload" || event.userInitiated) return;
      event.preventDefault();
      // A transition, because the navigation's own state is one: it is known once both are rendered.
      startTransition(() => setScriptMissing(true));
    };
    window.navigation?.addEventListener("navigate", onReload);
    return () => window.navigation?.removeEventListener("navigate", onReload);
  }, []);

  useEffect(() => {
    if (!isScriptMissing) return;
    setScriptMissing(false);
    if (!nextPage) return;
    openDocument(nextPage).catch((error: unknown) =>
      keepPage({ status: error instanceof NetworkError ? error.status : null }),
    );
  }, [isScriptMissing, nextPage, keepPage]);
  return null;
}

/**
 * Opens a page with its scripts, which a newer version of the app may have replaced.
 * @throws {NetworkError} the app does not respond
 */
async function openDocument(href: string): Promise<void> {
  await fetch(href, { method: "HEAD" });
  window.location.assign(href);
}
