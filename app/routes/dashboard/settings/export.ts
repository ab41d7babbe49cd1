import { redirect } from "@remix-run/node";
import { requireRecentAuthentication } from "#app/http/auth/guards.server.ts";
import { page } from "#app/http/page.server.ts";
import { paths } from "#app/paths.ts";

/**
 * The download of the user's data as a page's link: it asks for the password first if the authentication is
 * not recent.
 */
export const loader = page(
  requireRecentAuthentication({ returnTo: paths.settingsReadyToExport() }),
  async () => redirect(paths.exportData()),
);
