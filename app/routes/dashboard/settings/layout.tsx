import { Outlet } from "@remix-run/react";
import { SettingsLayout as Layout } from "#app/components/accounts/settings-layout.tsx";

export default function SettingsLayout() {
  return (
    <Layout>
      <Outlet />
    </Layout>
  );
}

/** The error of all settings pages: a page's own would be inside this layout's `main`. */
export { RouteErrorBoundary as ErrorBoundary } from "#app/components/layout/route-error.tsx";
