import { Link } from "@remix-run/react";
import { buttonClass } from "#app/components/ui/button.tsx";
import { Icon } from "#app/components/ui/icon.tsx";
import { BellIcon } from "#app/components/ui/icons.ts";
import { paths } from "#app/paths.ts";
import styles from "./notification-bell.module.css";

const SHOWN_MAX = 99;

/** The link to the notifications in the header. */
export function NotificationBell({ unread }: { unread: number }) {
  return (
    <Link
      to={paths.notifications()}
      className={buttonClass({ kind: "quiet", isIcon: true }, styles.bell)}
      prefetch="none"
    >
      <Icon of={BellIcon} />
      <span className="visually-hidden">Notifications</span>{" "}
      {unread > 0 ? (
        <span className={styles.count}>
          {unread > SHOWN_MAX ? `${SHOWN_MAX}+` : unread}
          <span className="visually-hidden"> unread</span>
        </span>
      ) : null}
    </Link>
  );
}
