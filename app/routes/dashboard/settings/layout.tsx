import { Outlet, useLoaderData } from "@remix-run/react";
import { SettingsLayout as Layout } from "#app/components/accounts/settings-layout.tsx";
import { requireUser } from "#app/http/auth/guards.server.ts";
import { page } from "#app/http/page.server.ts";
import { isAllowed } from "#app/services/workspaces/policy.ts";

export const loader = page(requireUser, async ({ member }) => {
  const { role } = member;
  return { hasApiKeys: isAllowed(role, "apiKeys:read") };
});

export default function SettingsLayout() {
  const { hasApiKeys } = useLoaderData<typeof loader>();
  return (
    <Layout hasApiKeys={hasApiKeys}>
      <Outlet />
    </Layout>
  );
}

/** The error of all settings pages: a page's own would be inside this layout's `main`. */
export { RouteErrorBoundary as ErrorBoundary } from "#app/components/layout/route-error.tsx";
