import { useLocation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { Tabs } from "#app/components/ui/tabs.tsx";
import { paths } from "#app/paths.ts";
import styles from "./settings-tabs.module.css";

const sections = [
  { section: "account", label: "Account" },
  { section: "security", label: "Security" },
  { section: "preferences", label: "Preferences" },
  { section: "exchange-rates", label: "Exchange rates" },
  { section: "password", label: "Password" },
  { section: "notifications", label: "Notifications" },
  { section: "team", label: "Team" },
  { section: "api-keys", label: "API keys" },
  { section: "support-access", label: "Support access" },
] as const;

/** The sections as links; on a phone a row that scrolls, with the current one in sight. */
export function SettingsTabs({ hasApiKeys }: { hasApiKeys: boolean }) {
  const { pathname } = useLocation();
  const shown = sections.filter(({ section }) => section !== "api-keys" || hasApiKeys);
  const tabs = shown.map(({ section, label }) => {
    const to = paths.settings({ section });
    return { label, to, isCurrent: pathname === to || pathname.startsWith(`${to}/`) };
  });
  const current = tabs.find(({ isCurrent }) => isCurrent)?.to;
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const link = row.current?.querySelector(`a[href="${current}"]`);
    link?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [current]);
  return (
    <div className={styles.tabs} ref={row}>
      <Tabs label="Settings" tabs={tabs} />
    </div>
  );
}
