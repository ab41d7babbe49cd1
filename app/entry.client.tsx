import { RemixBrowser } from "@remix-run/react";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { equipCalls } from "./browser/calls.ts";
import { restoreScroll } from "./browser/scroll.ts";
import { standInForTabStorage } from "./browser/storage.ts";

equipCalls();
standInForTabStorage();
restoreScroll();
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <RemixBrowser />
    </StrictMode>,
  );
});
