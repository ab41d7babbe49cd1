import { Form, Link, useLocation } from "@remix-run/react";
import clsx from "clsx";
import { storeTheme } from "#app/browser/theme.ts";
import { Avatar } from "#app/components/ui/avatar.tsx";
import { Icon } from "#app/components/ui/icon.tsx";
import { GearIcon, SignOutIcon } from "#app/components/ui/icons.ts";
import { Menu } from "#app/components/ui/menu.tsx";
import text from "#app/components/ui/text.module.css";
import { paths } from "#app/paths.ts";
import styles from "./account-menu.module.css";
import { type Theme, useRootData } from "./root-data.ts";

const themes: { value: Theme; label: string }[] = [
  { value: "dark", label: "Dark" },
  { value: "light", label: "Light" },
  { value: "system", label: "System" },
];

export function AccountMenu({ user }: { user: { name: string; email: string } }) {
  const theme = useRootData()?.theme ?? "dark";
  const { pathname, search } = useLocation();
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
      <hr className={styles.rule} />
      <Form method="post" action={paths.theme()} preventScrollReset>
        <input type="hidden" name="returnTo" value={pathname + search} />
        <fieldset>
          <legend className={clsx(text.label, styles.legend)}>Theme</legend>
          <div className={styles.themes}>
            {themes.map(({ value, label }) => (
              <button
                key={value}
                className={styles.item}
                type="submit"
                name="theme"
                value={value}
                onClick={() => storeTheme(value)}
                aria-pressed={theme === value}
              >
                {label}
              </button>
            ))}
          </div>
        </fieldset>
      </Form>
      <hr className={styles.rule} />
      <Form method="post" action={paths.logout()}>
        <button className={styles.item} type="submit">
          <Icon of={SignOutIcon} />
          Sign out
        </button>
      </Form>
    </Menu>
  );
}
