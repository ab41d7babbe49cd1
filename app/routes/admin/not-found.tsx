import type { LoaderFunctionArgs } from "@remix-run/node";
import { data } from "@remix-run/react";
import { requireUser } from "#app/http/auth/guards.server.ts";
import { page } from "#app/http/page.server.ts";

/** What is not there is told to administrators; everybody else is asked who they are first, or led away, as from what is there. */
export const loader = page(async ({ request }: LoaderFunctionArgs) => {
  await requireUser(request, { roles: ["admin", "superadmin"] });
  return data(null, { status: 404 });
});

export { default, ErrorBoundary, handle, meta } from "../site/not-found.tsx";
