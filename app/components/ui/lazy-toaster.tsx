import { useEffect, useState } from "react";
import { onWaitingToast, receiveToasts } from "./toasts.ts";

/** Whoever has touched the page may see a toast soon, also one that says that the connection is lost. */
const TOUCHES = ["pointerdown", "keydown", "focusin"] as const;

/** The one place for toasts. Its script loads with the first touch or toast. */
export function LazyToaster() {
  const [script, setScript] = useState<typeof import("./toaster.tsx") | null>(null);
  useEffect(() => {
    const stop = new AbortController();
    const load = async () => {
      const loaded = await import("./toaster.tsx").catch(() => null);
      // The next touch or toast tries again.
      if (!loaded) return;
      stop.abort();
      setScript(loaded);
    };
    for (const touch of TOUCHES) addEventListener(touch, load, { signal: stop.signal, passive: true });
    onWaitingToast(load);
    return () => stop.abort();
  }, []);
  // After the effects of the toaster, which shows what is added from then on.
  useEffect(() => {
    if (script) receiveToasts(script.addToast);
  }, [script]);
  return script && <script.Toaster />;
}
