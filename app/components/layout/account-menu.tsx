import { Link } from "@remix-run/react";
import clsx from "clsx";
import { PostForm } from "#app/components/forms/post-form.tsx";
import { Avatar } from "#app/components/ui/avatar.tsx";
import { Icon } from "#app/components/ui/icon.tsx";
import { GearIcon, ShieldCheckIcon, SignOutIcon } from "#app/components/ui/icons.ts";
import { Menu } from "#app/components/ui/menu.tsx";
import text from "#app/components/ui/text.module.css";
import { paths } from "#app/paths.ts";
import styles from "./account-menu.module.css";
import { ThemeChoice } from "./theme-choice.tsx";

type AccountMenuProps = { user: { name: string; email: string }; isAdmin?: boolean };

export function AccountMenu({ user, isAdmin = false }: AccountMenuProps) {
  const summary = (
    <>
      <Avatar name={user.name} />
      <span className="visually-hidden">Account of {user.name}</span>
    </>
  );
  return (
    <Menu kind="quiet" summary={summary}>
      <div className={styles.account}>
        <p className={text.strong}>{user.name}</p>
        <p className={text.small}>{user.email}</p>
      </div>
      <hr className={styles.rule} />
      <Link className={styles.item} to={paths.settings({ section: "account" })}>
        <Icon of={GearIcon} />
        Settings
      </Link>
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
      <PostForm intent="sign-out" action={paths.logout()}>
        <button className={styles.item} type="submit">
          <Icon of={SignOutIcon} />
          Sign out
        </button>
      </PostForm>
    </Menu>
  );
}
