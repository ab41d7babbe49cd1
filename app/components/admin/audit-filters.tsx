import { dayRange } from "#app/components/filters/day-range.ts";
import { type ActiveFilter, FilterBar } from "#app/components/filters/filter-bar.tsx";
import { DaysFilter, SelectFilter } from "#app/components/filters/filter-fields.tsx";
import type { QueryLinks } from "#app/components/filters/use-query-links.ts";
import { AUDIT_ACTIONS, auditActionTexts } from "#app/lib/domain.ts";
import type { AuditQuery } from "#app/schemas/admin.ts";

const actions = AUDIT_ACTIONS.map((action) => ({ value: action, label: auditActionTexts[action] }));

type AuditFiltersProps = { query: AuditQuery; address: QueryLinks };

export function AuditFilters({ query: { action, search, user, from, to }, address }: AuditFiltersProps) {
  const without = (...names: string[]) =>
    address({ ...Object.fromEntries(names.map((name) => [name, null])), page: null });
  const active: (ActiveFilter | null)[] = [
    action ? { key: "action", text: auditActionTexts[action], to: without("action") } : null,
    user ? { key: "user", text: "One user", to: without("user") } : null,
    from || to ? { key: "days", text: dayRange({ from, to }), to: without("from", "to") } : null,
    search ? { key: "search", text: `“${search}”`, to: without("search") } : null,
  ];
  return (
    <FilterBar
      search={{ label: "Search the audit log", placeholder: "Username or details", value: search }}
      fields={["action", "from", "to"]}
      dropped={["page"]}
      active={active.filter((filter) => filter !== null)}
    >
      <SelectFilter label="What" name="action" value={action} choices={actions} none="Everything" />
      <DaysFilter from={from} to={to} />
    </FilterBar>
  );
}
