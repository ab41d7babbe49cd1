import { Brand } from "#app/components/ui/brand.tsx";
import { Drawer } from "#app/components/ui/drawer.tsx";
import layout from "#app/components/ui/layout.module.css";
import { paths } from "#app/paths.ts";
import { AccountMenu, type WorkspaceChoice } from "./account-menu.tsx";
import { DashboardNav, type OpenCounts } from "./dashboard-nav.tsx";
import styles from "./header.module.css";
import { OwnFormButton } from "./own-form.tsx";

type DashboardHeaderProps = {
  brandName: string;
  user: { name: string; email: string };
  /** The workspaces to choose from. Empty for an account with one. */
  workspaces: WorkspaceChoice[];
  isAdmin: boolean;
  openCounts: OpenCounts;
  /** Shown on every page of the dashboard while it applies. */
  mark: React.ReactNode;
  /** The link to the notifications, with the unread count. */
  bell: React.ReactNode;
};

export function DashboardHeader({
  brandName,
  user,
  workspaces,
  isAdmin,
  openCounts,
  mark,
  bell,
}: DashboardHeaderProps) {
  const current = workspaces.find(({ isCurrent }) => isCurrent);
  return (
    <header className={styles.header}>
      <Brand name={brandName} to={paths.overview()} />
      {current ? <span className={styles.workspace}>{current.name}</span> : null}
      <span className={layout.spacer} />
      {mark}
      <OwnFormButton place="header" />
      <div>{bell}</div>
      <AccountMenu user={user} isAdmin={isAdmin} workspaces={workspaces} />
      <Drawer label="Dashboard, all pages">
        <DashboardNav openCounts={openCounts} />
      </Drawer>
    </header>
  );
}
