import { Outlet } from "@remix-run/react";
import { SiteFooter } from "#app/components/layout/site-footer.tsx";
import { SiteHeader } from "#app/components/layout/site-header.tsx";
import { useRootData } from "#app/components/root-data.ts";

export default function SiteLayout() {
  const brandName = useRootData()?.brandName ?? "";
  return (
    <>
      <SiteHeader brandName={brandName} />
      <Outlet />
      <SiteFooter brandName={brandName} />
    </>
  );
}
