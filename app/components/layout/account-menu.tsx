import { Form, Link, useLocation } from "@remix-run/react";
import { storeTheme } from "#app/browser/theme.ts";
import { Avatar } from "#app/components/ui/avatar.tsx";
import { Icon } from "#app/components/ui/icon.tsx";
import { GearIcon, SignOutIcon } from "#app/components/ui/icons.ts";
import { Menu } from "#app/components/ui/menu.tsx";
import { paths } from "#app/paths.ts";
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
      <span className="sr">Account of {user.name}</span>
    </>
  );
  return (
    <Menu kind="quiet" summary={summary}>
      <div className="account">
        <p className="strong">{user.name}</p>
        <p className="meta">{user.email}</p>
      </div>
      <hr />
      <Link className="item" to={paths.settings({ section: "account" })}>
        <Icon of={GearIcon} />
        Settings
      </Link>
      <hr />
      <Form method="post" action={paths.theme()} preventScrollReset>
        <input type="hidden" name="returnTo" value={pathname + search} />
        <fieldset>
          <legend className="label px-2.5">Theme</legend>
          <div className="choices">
            {themes.map(({ value, label }) => (
              <button
                key={value}
                className="item"
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
      <hr />
      <Form method="post" action={paths.logout()}>
        <button className="item" type="submit">
          <Icon of={SignOutIcon} />
          Sign out
        </button>
      </Form>
    </Menu>
  );
}
