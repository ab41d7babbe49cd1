import { createContext, useContext, useEffect, useRef } from "react";
import { paths } from "#app/paths.ts";

export type WorkspaceChange = {
  created: number;
  decided: number;
  ownDecided: number;
  changed: number;
  toCheck: number;
};
type Tell = (change: WorkspaceChange) => void;

const NAME = "attesto-live";

const Listeners = createContext<Set<Tell>>(new Set());

/** Hears of claims that come in or change, for all that is shown inside. */
export function LiveChanges({ children }: { children: React.ReactNode }) {
  const listeners = useRef(new Set<Tell>()).current;
  useStream((change) => {
    for (const tell of listeners) tell(change);
  });
  return <Listeners.Provider value={listeners}>{children}</Listeners.Provider>;
}

/** Calls back when claims come in or change. */
export function useWorkspaceChanges(onChange: Tell): void {
  const listeners = useContext(Listeners);
  const callback = useRef(onChange);
  callback.current = onChange;
  useEffect(() => {
    const tell: Tell = (change) => callback.current(change);
    listeners.add(tell);
    return () => {
      listeners.delete(tell);
    };
  }, [listeners]);
}

/** One stream per browser: the visible tab that has the lock holds it, and tells the others. */
function useStream(onChange: Tell): void {
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
function listen(channel: BroadcastChannel, signal: AbortSignal, callback: { current: Tell }): Promise<void> {
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
