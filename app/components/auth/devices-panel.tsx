import { Form } from "@remix-run/react";
import clsx from "clsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { Panel, panelBodyClass } from "#app/components/ui/panel.tsx";
import { Rows } from "#app/components/ui/rows.tsx";
import text from "#app/components/ui/text.module.css";
import { formatDateTime } from "#app/lib/format-date.ts";
import type { SessionResponse } from "#app/schemas/sessions.ts";
import styles from "./devices-panel.module.css";

type DevicesPanelProps = { sessions: SessionResponse[]; now: string; timeZone: string };

/** Where the account is signed in, each with the way to end it. */
export function DevicesPanel({ sessions, now, timeZone }: DevicesPanelProps) {
  const when = (at: string) => formatDateTime({ at, timeZone, now });
  return (
    <Panel title="Signed-in devices">
      <Rows isWrapping>
        {sessions.map(({ id, device, ip, createdAt, lastUsedAt, isCurrent }) => (
          <li key={id}>
            <div>
              <b>{device}</b>
              {isCurrent ? <span className={text.small}> · this device</span> : null}
              <p className={text.small}>
                {ip ? `${ip} · ` : ""}last used <time dateTime={lastUsedAt}>{when(lastUsedAt)}</time> · signed
                in <time dateTime={createdAt}>{when(createdAt)}</time>
              </p>
            </div>
            <Form method="post">
              <input type="hidden" name="form" value="session" />
              <SubmitButton isSmall name="session" value={id} pending="Ending">
                Sign out
                <span className="visually-hidden">
                  {" "}
                  {isCurrent ? "this device" : `${device}, last used ${when(lastUsedAt)}`}
                </span>
              </SubmitButton>
            </Form>
          </li>
        ))}
      </Rows>
      {sessions.length > 1 ? (
        <Form method="post" className={clsx(panelBodyClass, styles.others)}>
          <SubmitButton kind="danger" name="form" value="others" pending="Ending">
            Sign out all other devices
          </SubmitButton>
        </Form>
      ) : null}
    </Panel>
  );
}
