import { useState } from "react";
import { useLiveMessages } from "#app/components/live/live-changes.tsx";
import { useReload } from "#app/components/live/use-reload.ts";
import { Button } from "#app/components/ui/button.tsx";
import { formatNumber } from "#app/lib/regional-formats.ts";
import type { NotificationResponse } from "#app/schemas/notification-list.ts";

type NewNotificationsProps = { loaded: NotificationResponse[]; unread: number };

/**
 * New notifications wait for a click, so that the list does not move while somebody reads it. Those that were
 * read elsewhere are marked at once.
 */
export function NewNotifications({ loaded, unread }: NewNotificationsProps) {
  const { reload } = useReload();
  const [live, setLive] = useState({ since: loaded, unread });
  useLiveMessages((message) => {
    if (!("unread" in message)) return;
    setLive({ since: loaded, unread: message.unread });
    if (message.unread < unread) reload();
  });
  const waiting = live.since === loaded ? live.unread - unread : 0;
  return (
    <div role="status">
      {waiting > 0 ? (
        <Button isSmall onClick={reload}>
          Show {formatNumber(waiting)} new {waiting === 1 ? "notification" : "notifications"}
        </Button>
      ) : null}
    </div>
  );
}
