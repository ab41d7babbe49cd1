import { useNavigation } from "@remix-run/react";
import { IgnoredFilters } from "#app/components/filters/ignored-filters.tsx";
import { SearchField } from "#app/components/filters/search-field.tsx";
import layout from "#app/components/ui/layout.module.css";
import { Pagination } from "#app/components/ui/pagination.tsx";
import { Panel, PanelBody } from "#app/components/ui/panel.tsx";
import { PastLastPage } from "#app/components/ui/past-last-page.tsx";
import { type Tab, Tabs } from "#app/components/ui/tabs.tsx";
import text from "#app/components/ui/text.module.css";
import { type ListedGroup, STATEMENT_GROUPS } from "#app/lib/statements.ts";
import { paths } from "#app/paths.ts";
import type { StatementResponse } from "#app/schemas/statements.ts";
import type { ShownMatch } from "./match-item.tsx";
import { MatchList } from "./match-list.tsx";
import { emptyGroups, groupHints, groupNames, type StatementView } from "./statement-state.ts";

type MatchGroupsProps = {
  statement: StatementResponse;
  group: ListedGroup;
  search: string | undefined;
  /** The filters of the address that could not be read. */
  ignored: string[];
  matches: ShownMatch[];
  pagination: { total: number; page: number; limit: number; pages: number };
  rejectedCount: number;
  canDecide: boolean;
  view: StatementView;
  /** What can be done with the group as a whole. */
  children: React.ReactNode;
};

/** What was found, by group: each claim beside the lines that confirm it, with the reasons. */
export function MatchGroups(props: MatchGroupsProps) {
  const { statement, group, search, ignored, matches, pagination, rejectedCount, canDecide, view } = props;
  const isBusy = useNavigation().state !== "idle";
  const counts: Partial<Record<ListedGroup, number>> = {
    ...Object.fromEntries(STATEMENT_GROUPS.map((one) => [one, statement.groups?.[one].count ?? 0])),
    ...(rejectedCount > 0 || group === "rejected" ? { rejected: rejectedCount } : {}),
  };
  const tabs = Object.entries(counts).map(
    ([one, count]): Tab => ({
      label: groupNames[one as ListedGroup],
      to: paths.statement({ id: statement.id, group: one }),
      isCurrent: one === group,
      count,
      ...(one === "contradicted" ? { tone: "copper" as const } : {}),
    }),
  );
  const toPage = (page: number) =>
    paths.statement({ id: statement.id, group, search, page: page === 1 ? undefined : String(page) });
  return (
    <div className={layout.stack} aria-busy={isBusy || undefined}>
      <Tabs label="Groups" tabs={tabs} />
      <Panel title={groupNames[group]}>
        <PanelBody>
          <p className={text.secondary}>{groupHints[group]}</p>
          {(counts[group] ?? 0) > 0 || search ? (
            <SearchField
              key={group}
              label="Search in this group"
              placeholder="Email, phone, account or a cell"
              value={search}
              shortcut="/"
            >
              <input type="hidden" name="group" value={group} />
            </SearchField>
          ) : null}
          <IgnoredFilters labels={ignored} />
          {props.children}
        </PanelBody>
        {matches.length > 0 ? (
          <MatchList statement={statement} matches={matches} canDecide={canDecide} view={view} />
        ) : (
          <PanelBody>
            {pagination.page > pagination.pages ? (
              <PastLastPage {...pagination} toLastPage={toPage(pagination.pages)} />
            ) : (
              <p>{search ? `Nothing in this group has “${search}”.` : emptyGroups[group]}</p>
            )}
          </PanelBody>
        )}
      </Panel>
      {pagination.pages > 1 ? <Pagination pagination={pagination} toPage={toPage} /> : null}
    </div>
  );
}
