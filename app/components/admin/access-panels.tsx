import { PostForm } from "#app/components/forms/post-form.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { Panel, PanelBody } from "#app/components/ui/panel.tsx";
import { Rows } from "#app/components/ui/rows.tsx";
import text from "#app/components/ui/text.module.css";
import { formatDateTime } from "#app/lib/format-date.ts";
import type { SessionResponse } from "#app/schemas/sessions.ts";

type View = { now: string; timeZone: string };

/** Where a user is signed in, and the way to end all of it. */
export function UserSessions({
  sessions,
  canEnd,
  now,
  timeZone,
}: View & { sessions: SessionResponse[]; canEnd: boolean }) {
  return (
    <Panel title="Signed-in devices">
      {sessions.length > 0 ? (
        <Rows>
          {sessions.map(({ id, device, lastUsedAt }) => (
            <li key={id}>
              <div>
                {device}
                <p className={text.small}>
                  last used{" "}
                  <time dateTime={lastUsedAt}>{formatDateTime({ at: lastUsedAt, timeZone, now })}</time>
                </p>
              </div>
            </li>
          ))}
        </Rows>
      ) : (
        <PanelBody>
          <p className={text.secondary}>The user is signed in nowhere.</p>
        </PanelBody>
      )}
      {canEnd && sessions.length > 0 ? (
        <PanelBody>
          <PostForm intent="end-sessions">
            <SubmitButton kind="danger" pending="Ending">
              End all sessions
            </SubmitButton>
          </PostForm>
        </PanelBody>
      ) : null}
    </Panel>
  );
}

type EnterSupportProps = View & {
  /** What the user allows now. */
  accesses: { id: string; workspaceName: string; until: string }[];
};

/** The only way to work in a user's workspace: the user has allowed it, for a limited time. */
export function EnterSupport({ accesses, now, timeZone }: EnterSupportProps) {
  return (
    <Panel title="Support access">
      {accesses.length > 0 ? (
        accesses.map(({ id, workspaceName, until }) => (
          <PanelBody key={id}>
            <p>
              The user lets support work in <b className={text.strong}>{workspaceName}</b> until{" "}
              <time dateTime={until}>{formatDateTime({ at: until, timeZone, now })}</time>. The user sees when
              you are there, and what you change is logged.
            </p>
            <PostForm intent="enter-support">
              <SubmitButton kind="primary" name="accessId" value={id} pending="Entering">
                Enter the workspace
              </SubmitButton>
            </PostForm>
          </PanelBody>
        ))
      ) : (
        <PanelBody>
          <p className={text.secondary}>
            The user allows none now. It is given under Settings, Support access, and ends by itself.
          </p>
        </PanelBody>
      )}
    </Panel>
  );
}
