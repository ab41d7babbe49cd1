import { data } from "@remix-run/react";
import { MessageMain } from "#app/components/layout/centered-message.tsx";
import { NotFoundContent } from "#app/components/layout/not-found-content.tsx";
import type { PageHandle } from "#app/components/layout/page.tsx";
import { sitePages } from "#app/lib/site/pages.ts";

export const handle: PageHandle = { page: sitePages.notFound, isStatic: true };

export function loader() {
  return data(null, { status: 404 });
}

export default function NotFound() {
  return (
    <MessageMain>
      <NotFoundContent />
    </MessageMain>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/components/layout/route-error.tsx";
