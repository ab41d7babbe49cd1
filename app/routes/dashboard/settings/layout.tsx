import type { LoaderFunctionArgs } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { SettingsTabs } from "#app/components/accounts/settings-tabs.tsx";
import { requireUser } from "#app/http/auth/guards.server.ts";
import { page } from "#app/http/page.server.ts";
import { isAllowed } from "#app/services/workspaces/policy.ts";

export const loader = page(async ({ request }: LoaderFunctionArgs) => {
  const { role } = await requireUser(request);
  return { hasApiKeys: isAllowed(role, "apiKeys:read") };
});

export default function SettingsLayout() {
  const { hasApiKeys } = useLoaderData<typeof loader>();
  return (
    <main id="main" tabIndex={-1} className="page">
      <h1>Settings</h1>
      <SettingsTabs hasApiKeys={hasApiKeys} />
      <div className="settings">
        <Outlet />
      </div>
    </main>
  );
}
