import { FilterBar } from "#app/components/filters/filter-bar.tsx";
import { SelectFilter } from "#app/components/filters/filter-fields.tsx";
import type { QueryLinks } from "#app/components/filters/use-query-links.ts";
import { Tabs } from "#app/components/ui/tabs.tsx";
import { NOTIFICATION_KINDS, NOTIFICATIONS } from "#app/lib/notifications.ts";
import type { NotificationsQuery } from "#app/schemas/notification-list.ts";

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
            ? [{ key: "kind", text: NOTIFICATION_KINDS[kind].label, to: address({ kind: null, page: null }) }]
            : []
        }
      >
        <SelectFilter
          label="Kind"
          name="kind"
          value={kind}
          choices={NOTIFICATIONS.map((name) => ({ value: name, label: NOTIFICATION_KINDS[name].label }))}
          none="All"
        />
      </FilterBar>
    </>
  );
}
