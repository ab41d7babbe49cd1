import { type ActiveFilter, FilterBar } from "#app/components/filters/filter-bar.tsx";
import { SelectFilter } from "#app/components/filters/filter-fields.tsx";
import type { QueryLinks } from "#app/components/filters/use-query-links.ts";
import { USER_ROLES } from "#app/lib/domain.ts";
import type { AdminUsersQuery } from "#app/schemas/admin.ts";

const roles = USER_ROLES.map((role) => ({ value: role, label: role }));
const states = [
  { value: "active", label: "Active" },
  { value: "inactive", label: "Inactive" },
];

type UserFiltersProps = { filters: Omit<AdminUsersQuery, "page" | "limit">; address: QueryLinks };

export function UserFilters({ filters: { search, role, status }, address }: UserFiltersProps) {
  const without = (name: string) => address({ [name]: null, page: null });
  const active: (ActiveFilter | null)[] = [
    role ? { key: "role", text: role, to: without("role") } : null,
    status
      ? { key: "status", text: status === "active" ? "Active" : "Inactive", to: without("status") }
      : null,
    search ? { key: "search", text: `“${search}”`, to: without("search") } : null,
  ];
  return (
    <FilterBar
      search={{ label: "Search users", placeholder: "Name, username or email", value: search }}
      fields={["role", "status"]}
      dropped={["page"]}
      active={active.filter((filter) => filter !== null)}
    >
      <SelectFilter label="Role" name="role" value={role} choices={roles} none="Any" />
      <SelectFilter label="State" name="status" value={status} choices={states} none="Any" />
    </FilterBar>
  );
}
