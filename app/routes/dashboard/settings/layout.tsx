import type { LoaderFunctionArgs } from "@remix-run/node";
import { Outlet } from "@remix-run/react";
import { SettingsTabs } from "#app/components/accounts/settings-tabs.tsx";
import { requireUser } from "#app/http/auth/guards.server.ts";
import { page } from "#app/http/page.server.ts";

export const loader = page(async ({ request }: LoaderFunctionArgs) => {
  await requireUser(request);
  return null;
});

export default function SettingsLayout() {
  return (
    <main id="main" tabIndex={-1} className="page">
      <h1>Settings</h1>
      <SettingsTabs />
      <div className="settings">
        <Outlet />
      </div>
    </main>
  );
}
