import type { LoaderFunctionArgs } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { DashboardHeader } from "#app/components/layout/dashboard-header.tsx";
import { DashboardNav, type OpenCounts } from "#app/components/layout/dashboard-nav.tsx";
import { SiteFooter } from "#app/components/layout/site-footer.tsx";
import { useRootData } from "#app/components/root-data.ts";
import { config } from "#app/env.server.ts";
import { requireUser } from "#app/http/guards.server.ts";
import { page } from "#app/http/page.server.ts";
import { paths } from "#app/paths.ts";
import { findOwnSlug } from "#app/services/opt-in-forms.server.ts";
import { countViews } from "#app/services/submissions/list-submissions.server.ts";

export type LoaderData = {
  user: { name: string; email: string };
  /** The owner's time zone, as the footer names it: "Europe/Madrid". */
  timeZone: string;
  /** How many submissions are pending. */
  openCounts: OpenCounts;
  /** The public form's full address, from PUBLIC_URL; null while there is no form. */
  formUrl: string | null;
};

export const loader = page(async ({ request }: LoaderFunctionArgs): Promise<LoaderData> => {
  const { user } = await requireUser(request);
  const [{ toCheck }, slug] = await Promise.all([countViews(user), findOwnSlug(user.id)]);
  return {
    user: { name: user.name, email: user.email },
    timeZone: user.timeZone,
    openCounts: { submissions: toCheck },
    formUrl: slug === null ? null : config.publicUrl + paths.optIn({ slug }),
  };
});

export default function DashboardLayout() {
  const { user, timeZone, openCounts, formUrl } = useLoaderData<LoaderData>();
  const brandName = useRootData()?.brandName ?? "";
  return (
    <>
      <DashboardHeader brandName={brandName} user={user} openCounts={openCounts} formUrl={formUrl} />
      <div className="frame">
        <nav className="side" aria-label="Dashboard">
          <DashboardNav openCounts={openCounts} />
        </nav>
        <Outlet />
      </div>
      <SiteFooter brandName={brandName}>
        <span>Times in {timeZone}</span>
      </SiteFooter>
    </>
  );
}
