import { data, type MetaFunction } from "@remix-run/react";
import { MessageMain } from "#app/components/layout/centered-message.tsx";
import { NotFoundContent } from "#app/components/layout/not-found-content.tsx";
import { brandNameOf } from "#app/components/layout/root-data.ts";
import { pageTitle } from "#app/lib/page-title.ts";

export const meta: MetaFunction = ({ matches }) => [
  { title: pageTitle("Page not found", brandNameOf(matches)) },
  { name: "robots", content: "noindex" },
];

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
