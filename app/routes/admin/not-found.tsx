import type { LoaderFunctionArgs } from "@remix-run/node";
import { data } from "@remix-run/react";
import { requireUser } from "#app/http/auth/guards.server.ts";
import { page } from "#app/http/page.server.ts";

/** Only administrators learn that a page is missing. Others are redirected, as by a page that exists. */
export const loader = page(async ({ request }: LoaderFunctionArgs) => {
  await requireUser(request, { roles: ["admin", "superadmin"] });
  return data(null, { status: 404 });
});

export { default, ErrorBoundary, handle } from "../site/not-found.tsx";
