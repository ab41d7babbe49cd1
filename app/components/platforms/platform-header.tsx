import { PageHeader } from "#app/components/layout/page.tsx";
import { Tabs } from "#app/components/ui/tabs.tsx";
import { paths } from "#app/paths.ts";

type PlatformHeaderProps = { platform: { id: string; name: string }; tab: "commission" | "form" };

/** A broker's name and its tabs. */
export function PlatformHeader({ platform: { id: platformId, name }, tab }: PlatformHeaderProps) {
  return (
    <>
      <PageHeader title={name} link={{ to: paths.platforms(), label: "All brokers" }} />
      <Tabs
        label="Parts of the broker"
        tabs={[
          { label: "Commission", to: paths.platform({ platformId }), isCurrent: tab === "commission" },
          { label: "On the form", to: paths.platformOnForm({ platformId }), isCurrent: tab === "form" },
        ]}
      />
    </>
  );
}
