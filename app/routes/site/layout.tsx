import { Outlet } from "@remix-run/react";
import { SiteFooter } from "#app/components/layout/site-footer.tsx";
import { SiteHeader } from "#app/components/layout/site-header.tsx";
import { useRootData } from "#app/components/root-data.ts";

export default function SiteLayout() {
  const brandName = useRootData()?.brandName ?? "";
  return (
    <>
      <SiteHeader brandName={brandName} />
      <main id="main" tabIndex={-1} className="flex flex-1 flex-col">
        <Outlet />
      </main>
      <SiteFooter brandName={brandName} />
    </>
  );
}
