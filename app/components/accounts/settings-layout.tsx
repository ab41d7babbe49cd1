import { Page } from "#app/components/layout/page.tsx";
import styles from "./settings-layout.module.css";
import { SettingsTabs } from "./settings-tabs.tsx";

export function SettingsLayout({ children }: { children: React.ReactNode }) {
  return (
    <Page>
      <h1>Settings</h1>
      <SettingsTabs />
      <div className={styles.sections}>{children}</div>
    </Page>
  );
}
