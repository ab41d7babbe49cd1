import { RemixBrowser } from "@remix-run/react";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { patchFetch } from "#app/browser/fetch-with-device.ts";
import { polyfillSessionStorage } from "#app/browser/shared/storage.ts";
import { restoreScroll } from "./browser/scroll.ts";

patchFetch();
polyfillSessionStorage();
restoreScroll();
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <RemixBrowser />
    </StrictMode>,
  );
});
