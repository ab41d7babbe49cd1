import { PageHeader } from "#app/components/layout/page.tsx";
import { usePageAccess } from "#app/components/layout/page-access.ts";
import { Tabs } from "#app/components/ui/tabs.tsx";
import { paths } from "#app/paths.ts";

type PlatformHeaderProps = {
  platform: { id: string; name: string };
  tab: "commission" | "form" | "links" | "rule";
};

/** A broker's name and the tabs that the member may open. */
export function PlatformHeader({ platform: { id: platformId, name }, tab }: PlatformHeaderProps) {
  const { mayRead } = usePageAccess();
  const hasSettings = mayRead.includes("settings:read");
  const tabs = [
    ...(hasSettings
      ? [
          { label: "Commission", to: paths.platform({ platformId }), isCurrent: tab === "commission" },
          { label: "On the form", to: paths.platformOnForm({ platformId }), isCurrent: tab === "form" },
        ]
      : []),
    ...(mayRead.includes("brokers:read")
      ? [
          {
            label: "Links and postbacks",
            to: paths.platformLinks({ platformId }),
            isCurrent: tab === "links",
          },
          { label: "Rule", to: paths.platformRule({ platformId }), isCurrent: tab === "rule" },
        ]
      : []),
  ];
  return (
    <>
      <PageHeader
        title={name}
        {...(hasSettings ? { link: { to: paths.platforms(), label: "All brokers" } } : {})}
      />
      <Tabs label="Parts of the broker" tabs={tabs} />
    </>
  );
}
