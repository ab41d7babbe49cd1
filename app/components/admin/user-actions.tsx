import { Select } from "#app/components/forms/control.tsx";
import { FieldBox } from "#app/components/forms/field-box.tsx";
import { PostForm } from "#app/components/forms/post-form.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import text from "#app/components/ui/text.module.css";
import { USER_ROLES, type UserRole } from "#app/lib/domain.ts";
import styles from "./user-actions.module.css";

type ManagedUser = {
  id: string;
  name: string;
  role: UserRole;
  isActive: boolean;
  /** Why nothing can be changed; null if it can. */
  objection: string | null;
};

type UserActionsProps = {
  user: ManagedUser;
  /** Only a superadmin makes administrators. */
  canChangeRole: boolean;
  deleteTo: string;
};

/** What an administrator can do to a user: role, activation, deletion. */
export function UserActions({ user, canChangeRole, deleteTo }: UserActionsProps) {
  const { id, name, role, isActive, objection } = user;
  if (objection !== null) return <p className={text.secondary}>{objection}</p>;
  const fieldId = `role-${id}`;
  return (
    <div className={styles.actions}>
      {canChangeRole ? (
        <PostForm intent="role" className={styles.role}>
          <input type="hidden" name="userId" value={id} />
          <FieldBox label="Role" htmlFor={fieldId}>
            <Select id={fieldId} name="role" defaultValue={role} key={role}>
              {USER_ROLES.map((each) => (
                <option key={each}>{each}</option>
              ))}
            </Select>
          </FieldBox>
          <SubmitButton pending="Saving">
            Change role<span className="visually-hidden"> of {name}</span>
          </SubmitButton>
        </PostForm>
      ) : null}
      <div className={styles.buttons}>
        <PostForm intent="status">
          <input type="hidden" name="userId" value={id} />
          <SubmitButton name="isActive" value={isActive ? "no" : "yes"} pending="Saving">
            {isActive ? "Deactivate" : "Activate"}
            <span className="visually-hidden"> {name}</span>
          </SubmitButton>
        </PostForm>
        <ButtonLink kind="danger" to={deleteTo}>
          Delete…<span className="visually-hidden"> {name}</span>
        </ButtonLink>
      </div>
    </div>
  );
}
