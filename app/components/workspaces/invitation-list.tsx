import { PostForm } from "#app/components/forms/post-form.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { Panel } from "#app/components/ui/panel.tsx";
import { Rows } from "#app/components/ui/rows.tsx";
import text from "#app/components/ui/text.module.css";
import { day } from "#app/lib/format-date.ts";
import { type InvitationResponse, ROLE_NAMES } from "#app/schemas/team.ts";
import styles from "./team.module.css";

type InvitationListProps = { invitations: InvitationResponse[]; now: string; timeZone: string };

/** Who is invited and has not joined yet. */
export function InvitationList({ invitations, now, timeZone }: InvitationListProps) {
  if (invitations.length === 0) return null;
  return (
    <Panel title="Invitations">
      <Rows isWrapping>
        {invitations.map(({ id, email, role, invitedBy, expiresAt }) => (
          <li key={id}>
            <div>
              <b>{email}</b>
              <p className={text.small}>
                {ROLE_NAMES[role]} · {expiresAt > now ? "valid until" : "expired"}{" "}
                {day({ at: expiresAt, timeZone, now })}
                {invitedBy ? (
                  <>
                    {" "}
                    · invited by <bdi>{invitedBy}</bdi>
                  </>
                ) : null}
              </p>
            </div>
            <div className={styles.actions}>
              <PostForm intent="resend" preventScrollReset>
                <SubmitButton isSmall name="invitationId" value={id} pending="Sending">
                  Send again<span className="visually-hidden"> to {email}</span>
                </SubmitButton>
              </PostForm>
              <PostForm intent="revoke" preventScrollReset>
                <SubmitButton isSmall name="invitationId" value={id} pending="Revoking">
                  Revoke<span className="visually-hidden"> the invitation of {email}</span>
                </SubmitButton>
              </PostForm>
            </div>
          </li>
        ))}
      </Rows>
    </Panel>
  );
}
