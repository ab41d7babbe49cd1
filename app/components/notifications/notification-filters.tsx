import { FilterBar } from "#app/components/filters/filter-bar.tsx";
import { SelectFilter } from "#app/components/filters/filter-fields.tsx";
import type { QueryLinks } from "#app/components/filters/use-query-links.ts";
import { Tabs } from "#app/components/ui/tabs.tsx";
import { NOTIFICATIONS } from "#app/lib/domain.ts";
import type { NotificationsQuery } from "#app/schemas/notification-list.ts";
import { notificationLabels } from "./notification-kinds.ts";

type NotificationFiltersProps = { query: NotificationsQuery; unread: number; address: QueryLinks };

export function NotificationFilters({ query: { kind, state }, unread, address }: NotificationFiltersProps) {
  return (
    <>
      <Tabs
        label="Views"
        tabs={[
          { label: "All", to: address({ state: null, page: null }), isCurrent: state === undefined },
          {
            label: "Unread",
            to: address({ state: "unread", page: null }),
            isCurrent: state === "unread",
            count: unread,
            tone: "copper",
          },
        ]}
      />
      <FilterBar
        fields={["kind"]}
        dropped={["page"]}
        active={
          kind
            ? [{ key: "kind", text: notificationLabels[kind].label, to: address({ kind: null, page: null }) }]
            : []
        }
      >
        <SelectFilter
          label="Kind"
          name="kind"
          value={kind}
          choices={NOTIFICATIONS.map((name) => ({ value: name, label: notificationLabels[name].label }))}
          none="All"
        />
      </FilterBar>
    </>
  );
}
