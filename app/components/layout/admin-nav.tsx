import {
  ArrowSquareOutIcon,
  ChartLineIcon,
  EnvelopeSimpleIcon,
  HeartbeatIcon,
  HouseIcon,
  NewspaperIcon,
  ScrollIcon,
  UsersThreeIcon,
} from "#app/components/ui/icons.ts";
import { NavList } from "#app/components/ui/nav-list.tsx";
import { paths } from "#app/paths.ts";
import { NavEntry, type NavEntryProps } from "./nav-entry.tsx";

export type AdminCounts = {
  /** Contact messages that nobody has handled. */
  messages: number;
};

type Entry = NavEntryProps & { open?: keyof AdminCounts };

const entries: Entry[] = [
  { to: paths.admin(), label: "Statistics", icon: ChartLineIcon, isExact: true },
  { to: paths.adminUsers(), label: "Users", icon: UsersThreeIcon },
  { to: paths.contactMessages(), label: "Messages", icon: EnvelopeSimpleIcon, open: "messages" },
  { to: paths.adminNews(), label: "News items", icon: NewspaperIcon },
  { to: paths.linkHosts(), label: "Hosts of links", icon: ArrowSquareOutIcon },
  { to: paths.auditLog(), label: "Audit log", icon: ScrollIcon },
  { to: paths.systemHealth(), label: "System", icon: HeartbeatIcon },
  { to: paths.overview(), label: "Your dashboard", icon: HouseIcon },
];

/** The pages of administration, with how much waits in each. */
export function AdminNav({ openCounts }: { openCounts: AdminCounts }) {
  return (
    <NavList>
      {entries.map(({ open, ...entry }) => (
        <NavEntry key={entry.to} {...entry} count={open && openCounts[open]} />
      ))}
    </NavList>
  );
}
