import { Brand } from "#app/components/ui/brand.tsx";
import { Drawer } from "#app/components/ui/drawer.tsx";
import layout from "#app/components/ui/layout.module.css";
import text from "#app/components/ui/text.module.css";
import { paths } from "#app/paths.ts";
import { AccountMenu } from "./account-menu.tsx";
import { type AdminCounts, AdminNav } from "./admin-nav.tsx";
import frame from "./dashboard-frame.module.css";
import header from "./header.module.css";

type AdminFrameProps = {
  brandName: string;
  user: { name: string; email: string };
  openCounts: AdminCounts;
  /** Stands below the header on each page. */
  note: React.ReactNode;
  children: React.ReactNode;
};

/** Header and sidebar of administration, in the dashboard's look. */
export function AdminFrame({ brandName, user, openCounts, note, children }: AdminFrameProps) {
  return (
    <>
      <header className={header.header}>
        <Brand name={brandName} to={paths.admin()} /> <span className={text.label}>Administration</span>
        <span className={layout.spacer} />
        <AccountMenu user={user} isAdmin />
        <Drawer label="Administration, all pages">
          <AdminNav openCounts={openCounts} />
        </Drawer>
      </header>
      {note}
      <div className={frame.frame}>
        <nav className={frame.side} aria-label="Administration">
          <AdminNav openCounts={openCounts} />
        </nav>
        {children}
      </div>
    </>
  );
}
