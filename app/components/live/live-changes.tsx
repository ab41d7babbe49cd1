import { createContext, useContext, useEffect, useRef } from "react";
import { paths } from "#app/paths.ts";

export type WorkspaceChange = {
  created: number;
  decided: number;
  /** The tab of each of one's own decisions; empty where it was made without a tab. */
  ownDecided: string[];
  changed: number;
  toCheck: number;
};
/** How many notifications are unread, and a time before they were counted, in ms. */
export type UnreadCount = { unread: number; at: number };
/** One message of the stream. */
type LiveMessage = { claims: WorkspaceChange } | UnreadCount;
type MessageListener = (message: LiveMessage) => void;

const NAME = "attesto-live";

const Listeners = createContext<Set<MessageListener>>(new Set());

/** Receives the workspace's changes for everything inside. */
export function LiveChanges({ children }: { children: React.ReactNode }) {
  const listeners = useRef(new Set<MessageListener>()).current;
  useStream((message) => {
    for (const tell of listeners) tell(message);
  });
  return <Listeners.Provider value={listeners}>{children}</Listeners.Provider>;
}

/** Calls back for each message of the stream. */
export function useLiveMessages(onMessage: MessageListener): void {
  const listeners = useContext(Listeners);
  const callback = useRef(onMessage);
  callback.current = onMessage;
  useEffect(() => {
    const tell: MessageListener = (message) => callback.current(message);
    listeners.add(tell);
    return () => {
      listeners.delete(tell);
    };
  }, [listeners]);
}

/** Calls back when claims come in or change. */
export function useWorkspaceChanges(onChange: (change: WorkspaceChange) => void): void {
  useLiveMessages((message) => {
    if ("claims" in message) onChange(message.claims);
  });
}

/** One stream per browser: the visible tab that has the lock holds it, and tells the others. */
function useStream(onMessage: MessageListener): void {
  const callback = useRef(onMessage);
  callback.current = onMessage;
  useEffect(() => {
    if (!("locks" in navigator) || typeof BroadcastChannel !== "function") return;
    const channel = new BroadcastChannel(NAME);
    channel.onmessage = ({ data }) => callback.current(data as LiveMessage);
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

/** Resolves once the stream is no longer needed. */
function listen(
  channel: BroadcastChannel,
  signal: AbortSignal,
  callback: { current: MessageListener },
): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  const source = new EventSource(paths.live());
  source.onmessage = ({ data }) => {
    const message = JSON.parse(data) as LiveMessage;
    channel.postMessage(message);
    callback.current(message);
  };
  return new Promise((resolve) => {
    signal.addEventListener("abort", () => {
      source.close();
      resolve();
    });
  });
}
