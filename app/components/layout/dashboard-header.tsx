import { Brand } from "#app/components/ui/brand.tsx";
import { Drawer } from "#app/components/ui/drawer.tsx";
import layout from "#app/components/ui/layout.module.css";
import { paths } from "#app/paths.ts";
import { AccountMenu } from "./account-menu.tsx";
import { DashboardNav, type OpenCounts } from "./dashboard-nav.tsx";
import styles from "./header.module.css";
import { OwnForm } from "./own-form.tsx";

type DashboardHeaderProps = {
  brandName: string;
  user: { name: string; email: string };
  isAdmin: boolean;
  openCounts: OpenCounts;
  /** What the whole dashboard shows while it lasts. */
  mark: React.ReactNode;
};

export function DashboardHeader({ brandName, user, isAdmin, openCounts, mark }: DashboardHeaderProps) {
  return (
    <header className={styles.header}>
      <Brand name={brandName} to={paths.overview()} />
      <span className={layout.spacer} />
      {mark}
      <OwnForm place="header" />
      <AccountMenu user={user} isAdmin={isAdmin} />
      <Drawer label="Dashboard, all pages">
        <DashboardNav openCounts={openCounts} />
      </Drawer>
    </header>
  );
}
