import { Brand } from "#app/components/ui/brand.tsx";
import { Drawer } from "#app/components/ui/drawer.tsx";
import layout from "#app/components/ui/layout.module.css";
import { paths } from "#app/paths.ts";
import { DashboardFrame } from "./dashboard-frame.tsx";
import { DashboardNav } from "./dashboard-nav.tsx";
import styles from "./header.module.css";
import { useBrandName } from "./root-data.ts";
import { RouteErrorBoundary } from "./route-error.tsx";
import { SiteFooter } from "./site-footer.tsx";

/** Nothing is known of the account, nor of what waits for it. */
const nav = { openCounts: { submissions: 0, integrations: 0 } };

/** The frame around an error where its own data could not be read, such as while the database is away. */
export function DashboardErrorBoundary() {
  const brandName = useBrandName();
  return (
    <>
      <header className={styles.header}>
        <Brand name={brandName} to={paths.overview()} />
        <span className={layout.spacer} />
        <Drawer label="Dashboard, all pages">
          <DashboardNav {...nav} />
        </Drawer>
      </header>
      <DashboardFrame {...nav}>
        <RouteErrorBoundary />
      </DashboardFrame>
      <SiteFooter brandName={brandName} isWide />
    </>
  );
}
