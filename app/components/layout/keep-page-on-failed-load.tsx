import { useLocation, useNavigate } from "@remix-run/react";
import { useEffect } from "react";
import { LOAD_FAILED, type LoadFailure } from "#app/browser/fetch-with-device.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { showToast } from "./toasts.tsx";

const sentences = messages.network;

/** Ends a navigation whose data did not come: the page and what is typed on it stay, and a toast says why. */
export function KeepPageOnFailedLoad() {
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  useEffect(() => {
    const keepPage = (event: Event) => {
      const { status } = (event as CustomEvent<LoadFailure>).detail;
      showToast({ kind: "error", message: status === null ? sentences.pageOffline : sentences.pageFailed });
      // A hash on the current page needs no request.
      navigate({ pathname, search, hash: hash || "#main" }, { replace: true, preventScrollReset: true });
    };
    window.addEventListener(LOAD_FAILED, keepPage);
    return () => window.removeEventListener(LOAD_FAILED, keepPage);
  }, [navigate, pathname, search, hash]);
  return null;
}
