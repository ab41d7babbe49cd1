import { useLocation } from "@remix-run/react";
import { Tabs } from "#app/components/ui/tabs.tsx";
import { paths } from "#app/paths.ts";

const sections = [
  { section: "account", label: "Account" },
  { section: "security", label: "Security" },
  { section: "preferences", label: "Preferences" },
  { section: "password", label: "Password" },
  { section: "notifications", label: "Notifications" },
  { section: "api-keys", label: "API keys" },
] as const;

/** The sections as links; on a phone they take two lines. */
export function SettingsTabs() {
  const { pathname } = useLocation();
  const tabs = sections.map(({ section, label }) => {
    const to = paths.settings({ section });
    return { label, to, isCurrent: pathname === to || pathname.startsWith(`${to}/`) };
  });
  return (
    <div className="settings-tabs">
      <Tabs label="Settings" tabs={tabs} />
    </div>
  );
}
