import { data, type MetaFunction } from "@remix-run/react";
import type { PageHandle } from "#app/components/layout/document-title.tsx";
import { NotFoundContent } from "#app/components/layout/not-found-content.tsx";
import { Page } from "#app/components/layout/page.tsx";
import { requireUser } from "#app/http/auth/guards.server.ts";
import { page } from "#app/http/page.server.ts";
import { paths } from "#app/paths.ts";

export const handle: PageHandle = { title: "Page not found" };

export const meta: MetaFunction = () => [{ name: "robots", content: "noindex" }];

/** Any other path below the dashboard, inside its frame. */
export const loader = page(async ({ request }) => {
  await requireUser(request);
  return data(null, { status: 404 });
});

export default function DashboardNotFound() {
  return (
    <Page>
      <NotFoundContent way={{ to: paths.overview(), label: "Go to your overview" }} />
    </Page>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/components/layout/route-error.tsx";
