import { useLocation } from "@remix-run/react";
import type { ComponentProps } from "react";
import { Tabs } from "#app/components/ui/tabs.tsx";
import { withQuery } from "#app/lib/query-string.ts";
import { PageHeader } from "./page.tsx";
import { usePageAccess } from "./page-access.ts";
import { findPlace, findTabs, type SectionName, sections } from "./sections.ts";

type SectionHeaderProps = { of: SectionName } & Omit<ComponentProps<typeof PageHeader>, "title" | "parent">;

/** The heading of a section, with its tabs. */
export function SectionHeader({ of, ...header }: SectionHeaderProps) {
  return (
    <>
      <PageHeader title={sections[of].label} {...header} />
      <SectionTabs of={of} />
    </>
  );
}

/** The section's pages as links: those that the role may open. */
export function SectionTabs({ of }: { of: SectionName }) {
  const { pathname, search } = useLocation();
  const access = usePageAccess();
  const section: { label: string; keeps?: readonly string[] } = sections[of];
  const query = keepQuery(search, section.keeps ?? []);
  const current = findPlace(pathname, access)?.tab;
  const tabs = findTabs(of, access).map(({ label, to }) => ({
    label,
    to: to + query,
    isCurrent: to === current,
  }));
  // One alone is no choice.
  if (tabs.length < 2) return null;
  return <Tabs label={section.label} tabs={tabs} />;
}

function keepQuery(search: string, names: readonly string[]): string {
  const given = new URLSearchParams(search);
  const query = withQuery("", Object.fromEntries(names.map((name) => [name, given.get(name)])));
  return query === "?" ? "" : query;
}
