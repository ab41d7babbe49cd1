import { UNSAFE_useScrollRestoration as useScrollRestoration } from "react-router-dom";
import { SCROLL_POSITIONS } from "#app/browser/scroll.ts";

/** Keeps where each page of this tab was scrolled to. Remix's own component writes a script besides that throws where storages are blocked. */
export function ScrollPositions() {
  useScrollRestoration({ storageKey: SCROLL_POSITIONS });
  return null;
}
