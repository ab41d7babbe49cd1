import { Form } from "@remix-run/react";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { Panel } from "#app/components/ui/panel.tsx";
import { formatDateTime } from "#app/lib/format-date.ts";
import type { SessionResponse } from "#app/schemas/sessions.ts";

type DevicesPanelProps = { sessions: SessionResponse[]; now: string; timeZone: string };

/** Where the account is signed in, each with the way to end it. */
export function DevicesPanel({ sessions, now, timeZone }: DevicesPanelProps) {
  const when = (at: string) => formatDateTime({ at, timeZone, now });
  return (
    <Panel title="Signed-in devices">
      <ul className="rows">
        {sessions.map(({ id, device, ip, createdAt, lastUsedAt, isCurrent }) => (
          <li key={id}>
            <div className="t">
              <b>{device}</b>
              {isCurrent ? <span className="meta"> · this device</span> : null}
              <p className="meta">
                {ip ? `${ip} · ` : ""}last used <time dateTime={lastUsedAt}>{when(lastUsedAt)}</time> · signed
                in <time dateTime={createdAt}>{when(createdAt)}</time>
              </p>
            </div>
            <Form method="post">
              <input type="hidden" name="form" value="session" />
              <SubmitButton isSmall name="session" value={id} pending="Ending">
                Sign out
                <span className="sr">
                  {" "}
                  {isCurrent ? "this device" : `${device}, last used ${when(lastUsedAt)}`}
                </span>
              </SubmitButton>
            </Form>
          </li>
        ))}
      </ul>
      {sessions.length > 1 ? (
        <Form method="post" className="panel-b pt-4">
          <SubmitButton kind="danger" name="form" value="others" pending="Ending">
            Sign out all other devices
          </SubmitButton>
        </Form>
      ) : null}
    </Panel>
  );
}
