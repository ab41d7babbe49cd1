import { useLocation } from "@remix-run/react";
import type { Drawing } from "#app/components/ui/icon.tsx";
import {
  ChartLineIcon,
  CursorTextIcon,
  FilesIcon,
  HouseIcon,
  ListChecksIcon,
  PercentIcon,
  PlugsIcon,
} from "#app/components/ui/icons.ts";
import { NavList } from "#app/components/ui/nav-list.tsx";
import { paths } from "#app/paths.ts";
import styles from "./dashboard-nav.module.css";
import { NavEntry } from "./nav-entry.tsx";
import { useSeveralForms } from "./own-form-context.ts";
import { usePageAccess } from "./page-access.ts";
import { findEntry, findPlace, type SectionName, sections } from "./sections.ts";

export type OpenCounts = {
  submissions: number;
  /** Connections that are refused. */
  integrations: number;
};

type Entry = { section: SectionName; icon: Drawing; open?: keyof OpenCounts };

/** Pages for every day. */
const daily: Entry[] = [
  { section: "overview", icon: HouseIcon },
  { section: "claims", icon: ListChecksIcon, open: "submissions" },
  { section: "statements", icon: FilesIcon },
  { section: "results", icon: ChartLineIcon },
];

/** What claims come from and go to, below a line. */
const setUp: Entry[] = [
  { section: "forms", icon: CursorTextIcon },
  { section: "brokers", icon: PercentIcon },
  { section: "adPlatforms", icon: PlugsIcon, open: "integrations" },
];

/** The sections that the role may open, with how much waits in each. */
export function DashboardNav({ openCounts }: { openCounts: OpenCounts }) {
  const access = usePageAccess();
  const current = findPlace(useLocation().pathname, access)?.section;
  const hasSeveralForms = useSeveralForms();
  const show = (entries: Entry[]) =>
    entries.flatMap(({ section, icon, open }) => {
      const to = findEntry(section, access);
      return to === null ? (
        []
      ) : (
        <NavEntry
          key={section}
          // One form has no list.
          to={section === "forms" && !hasSeveralForms ? paths.formSettings() : to}
          label={sections[section].label}
          icon={icon}
          isCurrent={section === current}
          count={open && openCounts[open]}
        />
      );
    });
  const below = show(setUp);
  return (
    <div>
      <NavList>{show(daily)}</NavList>
      {below.length > 0 ? (
        <div className={styles.group}>
          <NavList>{below}</NavList>
        </div>
      ) : null}
    </div>
  );
}
