import { Brand } from "#app/components/ui/brand.tsx";
import { Drawer } from "#app/components/ui/drawer.tsx";
import layout from "#app/components/ui/layout.module.css";
import { paths } from "#app/paths.ts";
import { AccountMenu } from "./account-menu.tsx";
import { DashboardNav, type OpenCounts } from "./dashboard-nav.tsx";
import { FormLink } from "./form-link.tsx";
import styles from "./header.module.css";

type DashboardHeaderProps = {
  brandName: string;
  user: { name: string; email: string };
  openCounts: OpenCounts;
  /** The public form's full address, once there is a form. */
  formUrl: string | null;
};

export function DashboardHeader({ brandName, user, openCounts, formUrl }: DashboardHeaderProps) {
  return (
    <header className={styles.header}>
      <Brand name={brandName} to={paths.overview()} />
      <span className={layout.spacer} />
      {formUrl ? <FormLink url={formUrl} className={styles.wideOnly} /> : null}
      <AccountMenu user={user} />
      <Drawer label="Dashboard, all pages">
        <DashboardNav openCounts={openCounts} />
      </Drawer>
    </header>
  );
}
