import {
  ArrowClockwiseIcon,
  BellIcon,
  ChartLineIcon,
  CoinsIcon,
  CursorTextIcon,
  FilesIcon,
  GearIcon,
  HouseIcon,
  ListChecksIcon,
  MagnifyingGlassIcon,
  NewspaperIcon,
  PaperPlaneTiltIcon,
  PercentIcon,
  PlugsIcon,
} from "#app/components/ui/icons.ts";
import { NavList } from "#app/components/ui/nav-list.tsx";
import { paths } from "#app/paths.ts";
import styles from "./dashboard-nav.module.css";
import { NavEntry, type NavEntryProps } from "./nav-entry.tsx";
import { useSeveralForms } from "./own-form-context.ts";

export type OpenCounts = {
  submissions: number;
  /** Connections that are refused. */
  integrations: number;
  /** Unread ones. */
  notifications: number;
};

/** The pages that not every role may open. */
export type PageAction =
  | "stats:read"
  | "spend:read"
  | "settings:read"
  | "connections:read"
  | "deliveries:write";

type Entry = NavEntryProps & { open?: keyof OpenCounts; action?: PageAction };

/** Pages for every day. */
const daily: Entry[] = [
  { to: paths.overview(), label: "Overview", icon: HouseIcon },
  { to: paths.submissions(), label: "Claims", icon: ListChecksIcon, open: "submissions" },
  { to: paths.statements(), label: "Statements", icon: FilesIcon },
  { to: paths.analytics(), label: "Analytics", icon: ChartLineIcon, action: "stats:read" },
  { to: paths.spend(), label: "Spend", icon: CoinsIcon, action: "spend:read" },
  { to: paths.deliveries(), label: "Delivery log", icon: PaperPlaneTiltIcon, except: paths.replay() },
  { to: paths.replay(), label: "Resend events", icon: ArrowClockwiseIcon, action: "deliveries:write" },
  {
    to: paths.notifications(),
    label: "Notifications",
    icon: BellIcon,
    open: "notifications",
    counted: "unread",
  },
  { to: paths.news(), label: "News", icon: NewspaperIcon },
];

/** The one form, or the list of several. */
const toFormEntry = (hasSeveral: boolean): Entry => ({
  icon: CursorTextIcon,
  action: "settings:read",
  ...(hasSeveral
    ? { to: paths.forms(), also: paths.formSettings(), label: "Forms" }
    : { to: paths.formSettings(), also: paths.forms(), label: "Form" }),
});

/** Settings, below a line. */
const setUp: Entry[] = [
  { to: paths.platforms(), label: "Brokers and tiers", icon: PercentIcon, action: "settings:read" },
  {
    to: paths.integrations(),
    label: "Integrations",
    icon: PlugsIcon,
    open: "integrations",
    action: "connections:read",
  },
  { to: paths.person(), label: "Find a person", icon: MagnifyingGlassIcon },
  { to: paths.settingsHome(), label: "Settings", icon: GearIcon },
];

type DashboardNavProps = { openCounts: OpenCounts; mayRead: readonly PageAction[] };

/** The dashboard's pages that the role may read, with how much waits in each. */
export function DashboardNav({ openCounts, mayRead }: DashboardNavProps) {
  const formEntry = toFormEntry(useSeveralForms());
  const show = (entries: Entry[]) => (
    <NavList>
      {entries
        .filter(({ action }) => action === undefined || mayRead.includes(action))
        .map(({ open, action: _, ...entry }) => (
          <NavEntry key={entry.to} {...entry} count={open && openCounts[open]} />
        ))}
    </NavList>
  );
  return (
    <div>
      {show(daily)}
      <div className={styles.group}>{show([formEntry, ...setUp])}</div>
    </div>
  );
}
