import clsx from "clsx";
import text from "#app/components/ui/text.module.css";
import {
  CHANNEL_NAMES,
  isAlwaysOn,
  NOTIFICATION_CHANNELS,
  NOTIFICATION_KINDS,
  NOTIFICATIONS,
} from "#app/lib/notifications.ts";
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
            {CHANNEL_NAMES.map((channel) => (
              <th key={channel} scope="col">
                {NOTIFICATION_CHANNELS[channel].label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {NOTIFICATIONS.map((name) => (
            <tr key={name}>
              <th scope="row">
                {NOTIFICATION_KINDS[name].label}
                <p className={text.small}>{NOTIFICATION_KINDS[name].hint}</p>
              </th>
              {CHANNEL_NAMES.map((channel) => {
                const isFixed = isAlwaysOn(name, channel);
                return (
                  <td key={channel}>
                    <input
                      type="checkbox"
                      name={`${name}-${channel}`}
                      aria-label={`${NOTIFICATION_KINDS[name].label} ${NOTIFICATION_CHANNELS[channel].how}`}
                      defaultChecked={preferences[name][channel]}
                      disabled={isFixed}
                      aria-describedby={isFixed ? "security-stays" : undefined}
                    />
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <p className={clsx(text.small, styles.note)} id="security-stays">
        {messages.notifications.securityStays}.
      </p>
    </div>
  );
}
