import type { LoaderFunctionArgs } from "@remix-run/node";
import { Outlet } from "@remix-run/react";
import { SettingsLayout as Layout } from "#app/components/accounts/settings-layout.tsx";
import { requireUser } from "#app/http/auth/guards.server.ts";
import { page } from "#app/http/page.server.ts";

export const loader = page(async ({ request }: LoaderFunctionArgs) => {
  await requireUser(request);
  return null;
});

export default function SettingsLayout() {
  return (
    <Layout>
      <Outlet />
    </Layout>
  );
}
