import { Link } from "@remix-run/react";
import { Card } from "#app/components/ui/card.tsx";
import { Menu } from "#app/components/ui/menu.tsx";
import { type Column, Table } from "#app/components/ui/table.tsx";
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
  const when = (at: string) => day({ at, timeZone, now });
  const columns: Column<ListedUser>[] = [
    {
      head: "User",
      isWide: true,
      className: styles.main,
      cell: ({ _id, name, email }) => (
        <>
          <Link to={paths.adminUser({ userId: _id })}>{name}</Link>{" "}
          <span className={text.small}>{email}</span>
        </>
      ),
    },
    { head: "Role", isLabelled: true, cell: ({ role }) => role },
    { head: "State", isLabelled: true, cell: (user) => <UserState {...user} /> },
    {
      head: "Plan",
      isLabelled: true,
      cell: ({ subscription: { status, plan } }) =>
        status === "active" ? (findPlan(plan)?.name ?? plan) : "None",
    },
    { head: "Registered", isLabelled: true, cell: ({ createdAt }) => when(createdAt) },
    {
      head: "Last seen",
      isLabelled: true,
      cell: ({ lastSeenAt }) => (lastSeenAt ? when(lastSeenAt) : "never"),
    },
    {
      head: null,
      isWide: true,
      className: styles.act,
      cell: (user) => (
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
      ),
    },
  ];
  return (
    <Card>
      <Table
        caption="Users, the newest first"
        columns={columns}
        groups={[{ rows: users }]}
        getKey={({ _id }) => _id}
        className={styles.table}
      />
    </Card>
  );
}
