import { Select } from "#app/components/forms/control.tsx";
import { FieldBox } from "#app/components/forms/field-box.tsx";
import { PostForm } from "#app/components/forms/post-form.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import layout from "#app/components/ui/layout.module.css";
import { Panel, PanelBody, panelBodyClass } from "#app/components/ui/panel.tsx";
import text from "#app/components/ui/text.module.css";
import { formatNumber } from "#app/lib/regional-formats.ts";
import styles from "./panels.module.css";

type DeletionQuestionProps = {
  user: { name: string; email: string };
  /** Why the user cannot be deleted; null if that is possible. */
  objection: string | null;
  plan: {
    deleted: { id: string; name: string; claims: number; forms: number; connections: number }[];
    left: { name: string }[];
    ownerless: { name: string }[];
    candidates: { id: string; name: string }[];
  };
  keepTo: string;
};

const count = (value: number, one: string, many: string) =>
  `${formatNumber(value)} ${value === 1 ? one : many}`;

const names = (workspaces: { name: string }[]) => workspaces.map(({ name }) => name).join(", ");

/** What a deletion erases, and the next owner of workspaces with other members. */
export function DeletionQuestion({ user, objection, plan, keepTo }: DeletionQuestionProps) {
  const { deleted, left, ownerless, candidates } = plan;
  const isPossible = objection === null && (ownerless.length === 0 || candidates.length > 0);
  return (
    <Panel title="What is deleted">
      <PanelBody>
        <p className={text.breakable}>
          <b className={text.strong}>This can’t be undone.</b> {user.email} is signed out everywhere at once
          and told by email. The data is erased within minutes; events that are still waiting will not be
          sent.
        </p>
        <ul className={styles.list}>
          {deleted.map((workspace) => (
            <li key={workspace.id}>
              The workspace <b className={text.strong}>{workspace.name}</b> with{" "}
              {count(workspace.claims, "claim", "claims")}, {count(workspace.forms, "form", "forms")} and{" "}
              {count(workspace.connections, "connection", "connections")}
            </li>
          ))}
        </ul>
        {left.length > 0 ? <p>Others keep working in {names(left)}.</p> : null}
        {ownerless.length > 0 && candidates.length === 0 ? (
          <p role="alert">
            <b className={text.strong}>{user.name} can’t be deleted yet.</b> No active member could follow as
            the owner of {names(ownerless)}.
          </p>
        ) : null}
        {objection ? <p role="alert">{objection}</p> : null}
      </PanelBody>
      {isPossible ? (
        <PostForm intent="delete" className={panelBodyClass}>
          {ownerless.length > 0 ? (
            <FieldBox label={`New owner of ${names(ownerless)}`} htmlFor="delete-newOwnerId">
              <Select id="delete-newOwnerId" name="newOwnerId" defaultValue="">
                <option value="">Choose somebody</option>
                {candidates.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </Select>
            </FieldBox>
          ) : null}
          <div className={layout.row}>
            <ButtonLink to={keepTo}>Keep the user</ButtonLink>
            <SubmitButton kind="danger" pending="Deleting">
              Delete user
            </SubmitButton>
          </div>
        </PostForm>
      ) : (
        <PanelBody>
          <div className={layout.row}>
            <ButtonLink to={keepTo}>Back to the users</ButtonLink>
          </div>
        </PanelBody>
      )}
    </Panel>
  );
}
