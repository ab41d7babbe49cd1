import { Choice } from "#app/components/forms/choice.tsx";
import { Select } from "#app/components/forms/control.tsx";
import { PostForm } from "#app/components/forms/post-form.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { Confirmation } from "#app/components/ui/confirmation.tsx";
import { Panel } from "#app/components/ui/panel.tsx";
import { Rows } from "#app/components/ui/rows.tsx";
import text from "#app/components/ui/text.module.css";
import { type MemberRole, WORKSPACE_ROLES } from "#app/lib/domain.ts";
import { day } from "#app/lib/format-date.ts";
import { type MemberResponse, ROLE_NAMES } from "#app/schemas/team.ts";
import styles from "./team.module.css";

type View = { now: string; timeZone: string };
/** With the names of the API keys that the member created and that work. */
type ListedMember = MemberResponse & { keyNames: string[] };
type MemberListProps = {
  members: ListedMember[];
  userId: string;
  canManage: boolean;
  /** The role that was chosen before the password was required. */
  chosen: { userId: string; role: MemberRole } | null;
  view: View;
};

export function MemberList({ members, userId, canManage, chosen, view }: MemberListProps) {
  return (
    <Panel title="Members">
      <Rows isWrapping>
        {members.map((member) => (
          <li key={member.userId}>
            <div>
              <b>
                <bdi>{member.name}</bdi>
              </b>
              {member.userId === userId ? <span className={text.small}> (you)</span> : null}
              <p className={text.small}>
                {member.email === null ? "Since" : `${member.email} · since`}{" "}
                {day({ at: member.joinedAt, ...view })}
                {member.isActive ? "" : " · account deactivated"}
              </p>
            </div>
            {canManage && members.length > 1 ? (
              <div className={styles.actions}>
                <RoleForm
                  member={member}
                  role={chosen?.userId === member.userId ? chosen.role : member.role}
                />
                {member.userId === userId ? null : <Remove member={member} />}
              </div>
            ) : (
              <span>{ROLE_NAMES[member.role]}</span>
            )}
          </li>
        ))}
      </Rows>
    </Panel>
  );
}

function RoleForm({ member: { userId, name }, role }: { member: MemberResponse; role: MemberRole }) {
  return (
    <PostForm intent="role" className={styles.role} preventScrollReset>
      <Select name="role" defaultValue={role} key={role} aria-label={`Role of ${name}`}>
        {WORKSPACE_ROLES.map((choice) => (
          <option key={choice} value={choice}>
            {ROLE_NAMES[choice]}
          </option>
        ))}
      </Select>
      <SubmitButton isSmall name="userId" value={userId} pending="Saving">
        Save<span className="visually-hidden"> the role of {name}</span>
      </SubmitButton>
    </PostForm>
  );
}

/** A question first: the member loses access at once. */
function Remove({ member: { userId, name, keyNames } }: { member: ListedMember }) {
  const form = `remove-${userId}`;
  return (
    <Confirmation
      isSmall
      keepsTo="inRow"
      summary={
        <>
          Remove…<span className="visually-hidden"> {name}</span>
        </>
      }
      title={
        <>
          Remove <bdi>{name}</bdi>?
        </>
      }
      act={
        <PostForm id={form} intent="remove">
          <SubmitButton kind="danger" isSmall name="userId" value={userId} pending="Removing">
            Remove member
          </SubmitButton>
        </PostForm>
      }
    >
      <p className={text.secondary}>
        They lose access right away. Their decisions stay, with their name.
        {keyNames.length > 0
          ? ` They created ${keyNames.length === 1 ? "an API key that works" : "API keys that work"}: ${keyNames.join(", ")}.`
          : null}
      </p>
      {keyNames.length > 0 ? (
        <Choice
          id={`${form}-keys`}
          form={form}
          type="checkbox"
          name="revokeKeys"
          label={keyNames.length === 1 ? "Revoke this key too" : "Revoke these keys too"}
        />
      ) : null}
    </Confirmation>
  );
}
