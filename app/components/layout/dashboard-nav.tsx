import { NavLink } from "@remix-run/react";
import { type Drawing, Icon } from "#app/components/ui/icon.tsx";
import {
  ChartLineIcon,
  CursorTextIcon,
  GearIcon,
  HouseIcon,
  ListChecksIcon,
  NewspaperIcon,
  PercentIcon,
  PlugsIcon,
} from "#app/components/ui/icons.ts";
import { NavList } from "#app/components/ui/nav-list.tsx";
import { paths } from "#app/paths.ts";
import styles from "./dashboard-nav.module.css";

export type OpenCounts = {
  submissions: number;
  /** Connections that are refused. */
  integrations: number;
};

/** The pages that not every role may read. */
export type PageAction = "stats:read" | "settings:read" | "connections:read";

type Entry = { to: string; label: string; icon: Drawing; open?: keyof OpenCounts; action?: PageAction };

const entries: Entry[] = [
  { to: paths.overview(), label: "Overview", icon: HouseIcon },
  { to: paths.submissions(), label: "Claims", icon: ListChecksIcon, open: "submissions" },
  { to: paths.analytics(), label: "Analytics", icon: ChartLineIcon, action: "stats:read" },
  { to: paths.formSettings(), label: "Form", icon: CursorTextIcon, action: "settings:read" },
  { to: paths.platforms(), label: "Brokers and tiers", icon: PercentIcon },
  {
    to: paths.integrations(),
    label: "Integrations",
    icon: PlugsIcon,
    open: "integrations",
    action: "connections:read",
  },
  { to: paths.news(), label: "News", icon: NewspaperIcon },
  { to: paths.settingsHome(), label: "Settings", icon: GearIcon },
];

type DashboardNavProps = { openCounts: OpenCounts; mayRead: readonly PageAction[] };

/** The dashboard's pages that the role may read, with how much waits in each. */
export function DashboardNav({ openCounts, mayRead }: DashboardNavProps) {
  const shown = entries.filter(({ action }) => action === undefined || mayRead.includes(action));
  return (
    <NavList>
      {shown.map(({ to, label, icon, open }) => (
        <li key={to}>
          <NavLink to={to}>
            <Icon of={icon} />
            {label}
            {open && openCounts[open] > 0 ? (
              <span className={styles.count}>
                {openCounts[open].toLocaleString("en-US")}
                <span className="visually-hidden"> open</span>
              </span>
            ) : null}
          </NavLink>
        </li>
      ))}
    </NavList>
  );
}
