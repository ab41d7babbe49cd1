import { useState } from "react";
import { useLiveMessages } from "#app/components/live/live-changes.tsx";

/** How many notifications are unread. The stream keeps it current; each load of the page starts it again. */
export function useUnreadCount(loaded: { unread: number }): number {
  const [live, setLive] = useState({ since: loaded, unread: loaded.unread });
  useLiveMessages((message) => {
    if ("unread" in message) setLive({ since: loaded, unread: message.unread });
  });
  return live.since === loaded ? live.unread : loaded.unread;
}
