import { Link } from "@remix-run/react";
import clsx from "clsx";
import { useId } from "react";
import { PostForm } from "#app/components/forms/post-form.tsx";
import { Avatar } from "#app/components/ui/avatar.tsx";
import { Icon } from "#app/components/ui/icon.tsx";
import { CheckIcon, GearIcon, ListIcon, ShieldCheckIcon, SignOutIcon } from "#app/components/ui/icons.ts";
import { Menu } from "#app/components/ui/menu.tsx";
import text from "#app/components/ui/text.module.css";
import { formatNumber } from "#app/lib/regional-formats.ts";
import { paths } from "#app/paths.ts";
import styles from "./account-menu.module.css";
import { ThemeChoice } from "./theme-choice.tsx";

export type WorkspaceChoice = {
  id: string;
  name: string;
  isCurrent: boolean;
  /** Null if it could not be counted. */
  work: { toCheck: number; expiring: number } | null;
};

type AccountMenuProps = {
  user: { name: string; email: string };
  isAdmin?: boolean;
  /** The workspaces to choose from. */
  workspaces?: WorkspaceChoice[];
};

export function AccountMenu({ user, isAdmin = false, workspaces = [] }: AccountMenuProps) {
  const summary = (
    <>
      <Avatar name={user.name} /> <span className="visually-hidden">Account of {user.name}</span>
    </>
  );
  return (
    <Menu kind="quiet" summary={summary}>
      <div className={styles.account}>
        <p className={text.strong}>{user.name}</p>
        <p className={text.small}>{user.email}</p>
      </div>
      {workspaces.length > 1 ? <WorkspaceSwitcher workspaces={workspaces} /> : null}
      <hr className={styles.rule} />
      <Link className={styles.item} to={paths.settings({ section: "account" })}>
        <Icon of={GearIcon} />
        Settings
      </Link>{" "}
      {isAdmin ? (
        <Link className={styles.item} to={paths.admin()}>
          <Icon of={ShieldCheckIcon} />
          Administration
        </Link>
      ) : null}
      <hr className={styles.rule} />
      <ThemeChoice
        formClass={undefined}
        legendClass={clsx(text.label, styles.legend)}
        listClass={styles.themes}
        itemClass={styles.item}
      />
      <hr className={styles.rule} />
      <PostForm intent="sign-out" action={paths.logout()} isOfAccount>
        <button className={styles.item} type="submit">
          <Icon of={SignOutIcon} />
          Sign out
        </button>
      </PostForm>
    </Menu>
  );
}

/** One button for each workspace; without script each is a form of its own. */
function WorkspaceSwitcher({ workspaces }: { workspaces: WorkspaceChoice[] }) {
  const id = useId();
  return (
    <>
      <hr className={styles.rule} />
      <PostForm intent="switch" action={paths.switchWorkspace()} aria-labelledby={id} isOfAccount>
        <p className={clsx(text.label, styles.legend)} id={id}>
          Workspace
        </p>
        <div className={styles.workspaces}>
          {workspaces.map(({ id: workspaceId, name, isCurrent, work }) => (
            <button
              key={workspaceId}
              className={styles.item}
              type="submit"
              name="workspaceId"
              value={workspaceId}
              aria-current={isCurrent ? "true" : undefined}
            >
              {isCurrent ? <Icon of={CheckIcon} /> : <span className={styles.noIcon} />}
              <span className={styles.workspace}>
                <span className={text.truncated}>{name}</span>{" "}
                {work && work.toCheck > 0 ? <Work {...work} /> : null}
              </span>
            </button>
          ))}
        </div>
      </PostForm>
      <Link className={styles.item} to={paths.workspaces()}>
        <Icon of={ListIcon} />
        All clients
      </Link>
    </>
  );
}

/** "12 to check, 3 within a day" */
const Work = ({ toCheck, expiring }: { toCheck: number; expiring: number }) => (
  <span className={clsx(text.small, styles.work)}>
    {formatNumber(toCheck)} to check
    {expiring > 0 ? (
      <>
        , <span className={text.alarm}>{formatNumber(expiring)} within a day</span>
      </>
    ) : null}
  </span>
);
