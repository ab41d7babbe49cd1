import { Link } from "@remix-run/react";
import { KeyValues } from "#app/components/ui/key-values.tsx";
import { Panel, PanelBody } from "#app/components/ui/panel.tsx";
import text from "#app/components/ui/text.module.css";
import { formatDateTime } from "#app/lib/format-date.ts";
import { paths } from "#app/paths.ts";
import type { AdminUserResponse } from "#app/schemas/admin.ts";
import { UserState } from "./user-state.tsx";

type UserFactsProps = { user: AdminUserResponse; now: string; timeZone: string };

export function UserFacts({ user, now, timeZone }: UserFactsProps) {
  const when = (at: string) => formatDateTime({ at, timeZone, now });
  return (
    <Panel title="Account" aside={<Link to={paths.auditLog({ user: user._id })}>Audit log</Link>}>
      <PanelBody>
        <KeyValues
          facts={[
            { label: "Email", value: <span className={text.breakable}>{user.email}</span> },
            { label: "Username", value: user.username },
            { label: "Role", value: user.role },
            { label: "State", value: <UserState {...user} /> },
            { label: "Registered", value: when(user.createdAt) },
            { label: "Last seen", value: user.lastSeenAt ? when(user.lastSeenAt) : "never" },
            ...(user.phoneNumber ? [{ label: "Phone", value: user.phoneNumber }] : []),
            { label: "Time zone", value: user.preferences.timezone },
            { label: "Currency", value: user.preferences.currency },
            { label: "ID", value: <span className={text.code}>{user._id}</span> },
          ]}
        />
      </PanelBody>
    </Panel>
  );
}
