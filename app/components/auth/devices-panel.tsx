import { PostForm } from "#app/components/forms/post-form.tsx";
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
            <PostForm intent="end-session">
              <SubmitButton isSmall name="sessionId" value={id} pending="Ending">
                Sign out
                <span className="sr">
                  {" "}
                  {isCurrent ? "this device" : `${device}, last used ${when(lastUsedAt)}`}
                </span>
              </SubmitButton>
            </PostForm>
          </li>
        ))}
      </ul>
      {sessions.length > 1 ? (
        <PostForm intent="end-others" className="panel-b pt-4">
          <SubmitButton kind="danger" pending="Ending">
            Sign out all other devices
          </SubmitButton>
        </PostForm>
      ) : null}
    </Panel>
  );
}
