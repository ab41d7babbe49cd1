import clsx from "clsx";
import text from "#app/components/ui/text.module.css";
import { NOTIFICATIONS, type NotificationName } from "#app/lib/domain.ts";
import { messages } from "#app/schemas/messages/index.ts";
import type { NotificationPreferences } from "#app/schemas/notifications.ts";
import styles from "./notification-matrix.module.css";

const labels: Record<NotificationName, { label: string; hint: string }> = {
  newSubmission: { label: "New claim", hint: "Someone confirms an action on your form" },
  deliveryFailed: {
    label: "Delivery failed",
    hint: "An ad platform rejects an event, or a claim is about to expire",
  },
  weeklySummary: { label: "Weekly summary", hint: "Claimed, verified and accepted, on Mondays" },
  productNews: { label: "Product news", hint: "What is new here, a few times a year" },
  security: { label: "Security", hint: "New sign-ins, changed passwords and addresses" },
};

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
                  {labels[name].label}
                  <p className={text.small}>{labels[name].hint}</p>
                </th>
                <td>
                  <input
                    type="checkbox"
                    name={`${name}-email`}
                    aria-label={`${labels[name].label} by email`}
                    defaultChecked={preferences[name].email}
                    disabled={isFixed}
                    aria-describedby={isFixed ? "security-stays" : undefined}
                  />
                </td>
                <td>
                  <input
                    type="checkbox"
                    name={`${name}-inApp`}
                    aria-label={`${labels[name].label} here`}
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
