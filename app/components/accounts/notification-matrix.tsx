import clsx from "clsx";
import text from "#app/components/ui/text.module.css";
import { NOTIFICATION_KINDS, NOTIFICATIONS } from "#app/lib/notifications.ts";
import { messages } from "#app/schemas/messages/index.ts";
import type { NotificationPreferences } from "#app/schemas/notifications.ts";
import styles from "./notification-matrix.module.css";

/** A checkbox for each notification and channel. */
export function NotificationMatrix({ preferences }: { preferences: NotificationPreferences }) {
  return (
    <div>
      <table className={styles.matrix}>
        <thead>
          <tr>
            <th scope="col">Event</th>
            <th scope="col">Email</th>
            <th scope="col">In the app</th>
          </tr>
        </thead>
        <tbody>
          {NOTIFICATIONS.map((name) => {
            const isFixed = name === "security";
            return (
              <tr key={name}>
                <th scope="row">
                  {NOTIFICATION_KINDS[name].label}
                  <p className={text.small}>{NOTIFICATION_KINDS[name].hint}</p>
                </th>
                <td>
                  <input
                    type="checkbox"
                    name={`${name}-email`}
                    aria-label={`${NOTIFICATION_KINDS[name].label} by email`}
                    defaultChecked={preferences[name].email}
                    disabled={isFixed}
                    aria-describedby={isFixed ? "security-stays" : undefined}
                  />
                </td>
                <td>
                  <input
                    type="checkbox"
                    name={`${name}-inApp`}
                    aria-label={`${NOTIFICATION_KINDS[name].label} here`}
                    defaultChecked={preferences[name].inApp}
                  />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <p className={clsx(text.small, styles.note)} id="security-stays">
        {messages.notifications.securityStays}.
      </p>
    </div>
  );
}
