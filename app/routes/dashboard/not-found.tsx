import { data } from "@remix-run/react";
import { NotFoundContent } from "#app/components/layout/not-found-content.tsx";
import { Main, type PageHandle } from "#app/components/layout/page.tsx";
import { requireUser } from "#app/http/auth/guards.server.ts";
import { page } from "#app/http/page.server.ts";
import { paths } from "#app/paths.ts";

export const handle: PageHandle = {
  title: "Page not found",
  description: "There is no such page in the dashboard.",
  isUnlisted: true,
};

/** Any other path below the dashboard, inside its frame. */
export const loader = page(requireUser, async () => data(null, { status: 404 }));

export default function DashboardNotFound() {
  return (
    <Main>
      <NotFoundContent way={{ to: paths.overview(), label: "Go to your overview" }} />
    </Main>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/components/layout/route-error.tsx";
