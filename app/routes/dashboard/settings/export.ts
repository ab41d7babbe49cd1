import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { requireRecentAuthentication } from "#app/http/auth/guards.server.ts";
import { page } from "#app/http/page.server.ts";
import { paths } from "#app/paths.ts";

/** The file of one's own data for a page's link: however old the proof is when it is pressed, it leads on to the file. */
export const loader = page(async ({ request }: LoaderFunctionArgs) => {
  await requireRecentAuthentication(request, { returnTo: paths.settingsReadyToExport() });
  return redirect(paths.exportData());
});
