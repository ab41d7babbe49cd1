import { redirect } from "@remix-run/node";
import { requireUser } from "#app/http/auth/guards.server.ts";
import { page } from "#app/http/page.server.ts";
import { paths } from "#app/paths.ts";

export const loader = page(requireUser, async () => redirect(paths.overview()));
