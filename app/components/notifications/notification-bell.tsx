import { Link } from "@remix-run/react";
import { useState } from "react";
import { useLiveMessages } from "#app/components/live/live-changes.tsx";
import { buttonClass } from "#app/components/ui/button.tsx";
import { Icon } from "#app/components/ui/icon.tsx";
import { BellIcon } from "#app/components/ui/icons.ts";
import { paths } from "#app/paths.ts";
import styles from "./notification-bell.module.css";

const SHOWN_MAX = 99;

/** The way to the notifications. The stream keeps the count current; each load of the page starts it again. */
export function NotificationBell({ loaded }: { loaded: { unread: number } }) {
  const [live, setLive] = useState({ since: loaded, unread: loaded.unread });
  useLiveMessages((message) => {
    if ("unread" in message) setLive({ since: loaded, unread: message.unread });
  });
  const unread = live.since === loaded ? live.unread : loaded.unread;
  return (
    <Link
      to={paths.notifications()}
      className={buttonClass({ kind: "quiet", isIcon: true }, styles.bell)}
      prefetch="none"
    >
      <Icon of={BellIcon} />
      <span className="visually-hidden">Notifications</span>
      {unread > 0 ? (
        <span className={styles.count}>
          {unread > SHOWN_MAX ? `${SHOWN_MAX}+` : unread}
          <span className="visually-hidden"> unread</span>
        </span>
      ) : null}
    </Link>
  );
}
