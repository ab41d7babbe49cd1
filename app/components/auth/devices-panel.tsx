import clsx from "clsx";
import { PostForm } from "#app/components/forms/post-form.tsx";
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
            <PostForm intent="end-session">
              <SubmitButton isSmall name="sessionId" value={id} pending="Ending">
                Sign out
                <span className="visually-hidden">
                  {" "}
                  {isCurrent ? "this device" : `${device}, last used ${when(lastUsedAt)}`}
                </span>
              </SubmitButton>
            </PostForm>
          </li>
        ))}
      </Rows>
      {sessions.length > 1 ? (
        <PostForm intent="end-others" className={clsx(panelBodyClass, styles.others)}>
          <SubmitButton kind="danger" pending="Ending">
            Sign out all other devices
          </SubmitButton>
        </PostForm>
      ) : null}
    </Panel>
  );
}
