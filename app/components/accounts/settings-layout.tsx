import { Main } from "#app/components/layout/page.tsx";
import { SectionHeader } from "#app/components/layout/section-header.tsx";
import styles from "./settings-layout.module.css";

export function SettingsLayout({ children }: { children: React.ReactNode }) {
  return (
    <Main>
      <SectionHeader of="settings" />
      <div className={styles.sections}>{children}</div>
    </Main>
  );
}
