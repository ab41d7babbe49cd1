import { Outlet, useLoaderData } from "@remix-run/react";
import { FooterTheme } from "#app/components/layout/footer-theme.tsx";
import { useBrandName } from "#app/components/layout/root-data.ts";
import { SiteFooter } from "#app/components/layout/site-footer.tsx";
import { SiteHeader } from "#app/components/layout/site-header.tsx";
import { anyone, hasSession } from "#app/http/auth/guards.server.ts";
import { page } from "#app/http/page.server.ts";

export const loader = page(anyone, async ({ request }) => ({
  hasSession: await hasSession(request),
}));

export default function SiteLayout() {
  const brandName = useBrandName();
  return (
    <>
      <SiteHeader brandName={brandName} {...useLoaderData<typeof loader>()} />
      <Outlet />
      <SiteFooter brandName={brandName}>
        <FooterTheme />
      </SiteFooter>
    </>
  );
}
