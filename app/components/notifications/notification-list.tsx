import { Link } from "@remix-run/react";
import clsx from "clsx";
import { useRef } from "react";
import { PostForm } from "#app/components/forms/post-form.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { Rows } from "#app/components/ui/rows.tsx";
import text from "#app/components/ui/text.module.css";
import { formatDateTime } from "#app/lib/format-date.ts";
import { paths } from "#app/paths.ts";
import type { NotificationResponse } from "#app/schemas/notification-list.ts";
import styles from "./notification-list.module.css";

type View = { now: string; timeZone: string };

export function NotificationList({
  notifications,
  view,
}: {
  notifications: NotificationResponse[];
  view: View;
}) {
  return (
    <Card>
      <Rows isWrapping className={styles.list}>
        {notifications.map((notification) => (
          <Row key={notification.id} notification={notification} view={view} />
        ))}
      </Rows>
    </Card>
  );
}

function Row({ notification, view }: { notification: NotificationResponse; view: View }) {
  const { id, title, href, readAt, updatedAt } = notification;
  const link = useRef<HTMLAnchorElement>(null);
  const isUnread = readAt === null;
  return (
    <li className={clsx(isUnread && styles.unread)}>
      <div>
        <Link
          ref={link}
          to={href}
          className={styles.title}
          onClick={isUnread ? () => markAsRead(id) : undefined}
        >
          {title}
        </Link>
        {isUnread ? <span className="visually-hidden"> (unread)</span> : null}
        <p className={text.secondary}>{notification.text}</p>
        <time className={text.small} dateTime={updatedAt}>
          {formatDateTime({ at: updatedAt, ...view })}
        </time>
      </div>
      {isUnread ? (
        <PostForm
          intent="read"
          preventScrollReset
          // Its button disappears.
          onSubmit={() => link.current?.focus({ preventScroll: true })}
        >
          <SubmitButton isSmall name="id" value={id} pending="Marking">
            Mark as read
            <span className="visually-hidden">: {title}</span>
          </SubmitButton>
        </PostForm>
      ) : null}
    </li>
  );
}

/** Beside the link that is followed. If it fails, the notification stays unread. */
function markAsRead(id: string): void {
  const headers = { "Content-Type": "application/json" };
  fetch(paths.readNotification({ id }), { method: "PATCH", headers, keepalive: true }).catch(() => undefined);
}
