import { useEffect, useRef } from "react";
import { paths } from "#app/paths.ts";

export type WorkspaceChange = { created: number; changed: number };

const NAME = "attesto-live";

/**
 * Calls back when claims come in or change. One stream per browser: the visible tab that has the lock holds
 * it, and tells the others.
 */
export function useWorkspaceChanges(onChange: (change: WorkspaceChange) => void): void {
  const callback = useRef(onChange);
  callback.current = onChange;
  useEffect(() => {
    if (!("locks" in navigator) || typeof BroadcastChannel !== "function") return;
    const channel = new BroadcastChannel(NAME);
    channel.onmessage = ({ data }) => callback.current(data as WorkspaceChange);
    let release: AbortController | null = null;
    const hold = () => {
      if (document.visibilityState === "hidden") {
        release?.abort();
        release = null;
        return;
      }
      if (release) return;
      release = new AbortController();
      const { signal } = release;
      navigator.locks
        .request(NAME, { signal }, () => listen(channel, signal, callback))
        .catch(() => undefined);
    };
    hold();
    document.addEventListener("visibilitychange", hold);
    return () => {
      document.removeEventListener("visibilitychange", hold);
      release?.abort();
      channel.close();
    };
  }, []);
}

/** Resolves once it is no longer wanted. */
function listen(
  channel: BroadcastChannel,
  signal: AbortSignal,
  callback: { current: (change: WorkspaceChange) => void },
): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  const source = new EventSource(paths.live());
  source.onmessage = ({ data }) => {
    const change = JSON.parse(data) as WorkspaceChange;
    channel.postMessage(change);
    callback.current(change);
  };
  return new Promise((resolve) => {
    signal.addEventListener("abort", () => {
      source.close();
      resolve();
    });
  });
}
