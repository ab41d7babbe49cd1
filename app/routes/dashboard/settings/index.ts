import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { requireUser } from "#app/http/guards.server.ts";
import { paths } from "#app/paths.ts";

export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request);
  return redirect(paths.settings({ section: "account" }));
}
