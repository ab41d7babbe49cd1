import { usePageAccess } from "#app/components/layout/page-access.ts";
import { Tabs } from "#app/components/ui/tabs.tsx";
import { paths } from "#app/paths.ts";

type TelegramTabsProps = {
  tab: "bot" | "doors";
  /** How many people a member has to decide about. */
  due: number;
};

/** The parts of Telegram that the member may open. */
export function TelegramTabs({ tab, due }: TelegramTabsProps) {
  const { mayRead } = usePageAccess();
  const tabs = [
    ...(mayRead.includes("connections:read")
      ? [{ label: "Bot", to: paths.telegram(), isCurrent: tab === "bot" }]
      : []),
    ...(mayRead.includes("doors:read")
      ? [
          {
            label: "Doors",
            to: paths.telegramDoors(),
            isCurrent: tab === "doors",
            tone: "copper" as const,
            ...(due > 0 ? { count: due } : {}),
          },
        ]
      : []),
  ];
  return tabs.length < 2 ? null : <Tabs label="Parts of Telegram" tabs={tabs} />;
}
