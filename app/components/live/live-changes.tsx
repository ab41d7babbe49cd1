import { createContext, useContext, useEffect, useRef } from "react";
import { paths } from "#app/paths.ts";

export type WorkspaceChange = {
  created: number;
  decided: number;
  /** The tab of each of one's own decisions; empty where it was made without a tab. */
  ownDecided: string[];
  changed: number;
  toCheck: number;
  /** The latest event of these. */
  upTo: string;
};
/** How many notifications are unread, and a time before they were counted, in ms. */
export type UnreadCount = { unread: number; at: number };
/** One message of the stream. */
type LiveMessage = { claims: WorkspaceChange } | UnreadCount;
type MessageListener = (message: LiveMessage) => void;

const NAME = "attesto-live";
/** As long as browsers wait before they open a stream again. */
const RETRY_MS = 3_000;

const Listeners = createContext<Set<MessageListener>>(new Set());

/**
 * Receives the workspace's changes for everything inside.
 * @param after changes with later ids are not on the page
 */
export function LiveChanges({ after, children }: { after: string; children: React.ReactNode }) {
  const listeners = useRef(new Set<MessageListener>()).current;
  useStream(after, (message) => {
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
function useStream(after: string, onMessage: MessageListener): void {
  const callback = useRef(onMessage);
  callback.current = onMessage;
  /** The latest event that this tab knows, of the page or of a message. */
  const known = useRef(after);
  known.current = later(known.current, after);
  useEffect(() => {
    if (!("locks" in navigator) || typeof BroadcastChannel !== "function") return;
    const receive: MessageListener = (message) => {
      if ("claims" in message) known.current = later(known.current, message.claims.upTo);
      callback.current(message);
    };
    const channel = new BroadcastChannel(NAME);
    channel.onmessage = ({ data }) => receive(data as LiveMessage);
    const share: MessageListener = (message) => {
      channel.postMessage(message);
      receive(message);
    };
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
      navigator.locks.request(NAME, { signal }, () => listen(signal, known, share)).catch(() => undefined);
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

/** Ids sort by their time. */
const later = (one: string, other: string): string => (one > other ? one : other);

/**
 * Resolves once the stream is no longer needed. A broken one is opened again from the last known event: the
 * browser itself would repeat its first request.
 */
function listen(signal: AbortSignal, known: { current: string }, share: MessageListener): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    let source: EventSource;
    let timer: number;
    const open = () => {
      source = new EventSource(paths.live({ after: known.current }));
      source.onmessage = ({ data }) => share(JSON.parse(data) as LiveMessage);
      source.onerror = () => {
        // Closed by the browser: the response says that nobody may listen.
        if (source.readyState === EventSource.CLOSED) return;
        source.close();
        timer = window.setTimeout(open, RETRY_MS);
      };
    };
    open();
    signal.addEventListener("abort", () => {
      window.clearTimeout(timer);
      source.close();
      resolve();
    });
  });
}
