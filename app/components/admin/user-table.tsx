import { Link } from "@remix-run/react";
import { Card } from "#app/components/ui/card.tsx";
import { Menu } from "#app/components/ui/menu.tsx";
import text from "#app/components/ui/text.module.css";
import { day } from "#app/lib/format-date.ts";
import { findPlan } from "#app/lib/plans.ts";
import { paths } from "#app/paths.ts";
import type { AdminUserResponse } from "#app/schemas/admin.ts";
import styles from "./admin-table.module.css";
import { UserActions } from "./user-actions.tsx";
import { UserState } from "./user-state.tsx";

type ListedUser = AdminUserResponse & { objection: string | null };

type UserTableProps = {
  users: ListedUser[];
  canChangeRole: boolean;
  /** The list's query, to come back to. */
  query: Record<string, string | number | null>;
  now: string;
  timeZone: string;
};

/** One line for each user; on a phone each is a card. */
export function UserTable({ users, canChangeRole, query, now, timeZone }: UserTableProps) {
  return (
    <Card>
      <table className={styles.table}>
        <caption className="visually-hidden">Users, the newest first</caption>
        <thead>
          <tr>
            <th scope="col">User</th>
            <th scope="col">Role</th>
            <th scope="col">State</th>
            <th scope="col">Plan</th>
            <th scope="col">Registered</th>
            <th scope="col">Last seen</th>
            <td />
          </tr>
        </thead>
        <tbody>
          {users.map((user) => (
            <tr key={user._id}>
              <td className={styles.main}>
                <Link to={paths.adminUser({ userId: user._id })}>{user.name}</Link>
                <span className={text.small}>{user.email}</span>
              </td>
              <td data-label="Role">{user.role}</td>
              <td data-label="State">
                <UserState {...user} />
              </td>
              <td data-label="Plan">
                {user.subscription.status === "active"
                  ? (findPlan(user.subscription.plan)?.name ?? user.subscription.plan)
                  : "None"}
              </td>
              <td data-label="Registered">{day({ at: user.createdAt, timeZone, now })}</td>
              <td data-label="Last seen">
                {user.lastSeenAt ? day({ at: user.lastSeenAt, timeZone, now }) : "never"}
              </td>
              <td className={styles.act}>
                <Menu
                  summary={
                    <>
                      Manage<span className="visually-hidden"> {user.name}</span>
                    </>
                  }
                >
                  <div className={styles.menu}>
                    <UserActions
                      user={{ ...user, id: user._id }}
                      canChangeRole={canChangeRole}
                      deleteTo={paths.deleteUser({ userId: user._id, query })}
                    />
                  </div>
                </Menu>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}
