import { Main } from "#app/components/layout/page.tsx";
import styles from "./settings-layout.module.css";
import { SettingsTabs } from "./settings-tabs.tsx";

type SettingsLayoutProps = { hasApiKeys: boolean; children: React.ReactNode };

export function SettingsLayout({ hasApiKeys, children }: SettingsLayoutProps) {
  return (
    <Main>
      <h1>Settings</h1>
      <SettingsTabs hasApiKeys={hasApiKeys} />
      <div className={styles.sections}>{children}</div>
    </Main>
  );
}
