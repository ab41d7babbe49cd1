import clsx from "clsx";
import text from "#app/components/ui/text.module.css";
import { messages } from "#app/schemas/messages/index.ts";
import { NOTIFICATIONS, type NotificationName, type NotificationPreferences } from "#app/schemas/profile.ts";
import styles from "./notification-matrix.module.css";

const words: Record<NotificationName, { label: string; hint: string }> = {
  newSubmission: { label: "New claim", hint: "Someone confirms an action on your form" },
  deliveryFailed: { label: "Delivery failed", hint: "A platform refuses an event, or time runs out" },
  weeklySummary: { label: "Weekly summary", hint: "Claimed, verified and accepted, on Mondays" },
  productNews: { label: "Product news", hint: "What is new here, a few times a year" },
  security: { label: "Security", hint: "New sign-ins, changed passwords and addresses" },
};

/** What is told and by which way, one box each. */
export function NotificationMatrix({ preferences }: { preferences: NotificationPreferences }) {
  return (
    <div>
      <table className={styles.matrix}>
        <thead>
          <tr>
            <th scope="col">About</th>
            <th scope="col">E-mail</th>
            <th scope="col">Here</th>
          </tr>
        </thead>
        <tbody>
          {NOTIFICATIONS.map((name) => {
            const isFixed = name === "security";
            return (
              <tr key={name}>
                <th scope="row">
                  {words[name].label}
                  <p className={text.small}>{words[name].hint}</p>
                </th>
                <td>
                  <input
                    type="checkbox"
                    name={`${name}-email`}
                    aria-label={`${words[name].label} by e-mail`}
                    defaultChecked={preferences[name].email}
                    disabled={isFixed}
                    aria-describedby={isFixed ? "security-stays" : undefined}
                  />
                </td>
                <td>
                  <input
                    type="checkbox"
                    name={`${name}-inApp`}
                    aria-label={`${words[name].label} here`}
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
