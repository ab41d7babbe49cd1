import { useState } from "react";
import { type UnreadCount, useLiveMessages } from "#app/components/live/live-changes.tsx";

/**
 * How many notifications are unread. The stream keeps it current: of its count and the page's the later one holds,
 * because a page can arrive after a message that is newer.
 */
export function useUnreadCount(loaded: UnreadCount): number {
  const [live, setLive] = useState(loaded);
  useLiveMessages((message) => {
    if ("unread" in message) setLive(message);
  });
  return live.at > loaded.at ? live.unread : loaded.unread;
}
