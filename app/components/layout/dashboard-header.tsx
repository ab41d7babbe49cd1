import { Brand } from "#app/components/ui/brand.tsx";
import { Drawer } from "#app/components/ui/menu.tsx";
import { paths } from "#app/paths.ts";
import { AccountMenu } from "./account-menu.tsx";
import { DashboardNav, type OpenCounts } from "./dashboard-nav.tsx";
import { FormLink } from "./form-link.tsx";

type DashboardHeaderProps = {
  brandName: string;
  user: { name: string; email: string };
  openCounts: OpenCounts;
  /** The public form's full address, once there is a form. */
  formUrl: string | null;
};

export function DashboardHeader({ brandName, user, openCounts, formUrl }: DashboardHeaderProps) {
  return (
    <header className="top">
      <Brand name={brandName} to={paths.overview()} />
      <span className="grow" />
      {formUrl ? <FormLink url={formUrl} className="hide" /> : null}
      <AccountMenu user={user} />
      <Drawer label="Dashboard, all pages">
        <DashboardNav openCounts={openCounts} />
      </Drawer>
    </header>
  );
}
