import { data } from "@remix-run/react";
import { NotFoundContent } from "#app/components/layout/not-found-content.tsx";
import { Main, type PageHandle } from "#app/components/layout/page.tsx";
import { requireAdmin } from "#app/http/auth/guards.server.ts";
import { page } from "#app/http/page.server.ts";
import { paths } from "#app/paths.ts";

export const handle: PageHandle = {
  title: "Page not found",
  description: "There is no such page in administration.",
};

export { action } from "./reject-post.server.ts";

/** Only administrators learn that a page is missing. Others are redirected, as by a page that exists. */
export const loader = page(requireAdmin, async () => data(null, { status: 404 }));

export default function AdminNotFound() {
  return (
    <Main>
      <NotFoundContent way={{ to: paths.admin(), label: "Go to administration" }} />
    </Main>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/components/layout/route-error.tsx";
