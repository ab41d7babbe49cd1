import { requireAdmin } from "#app/http/auth/guards.server.ts";
import { page } from "#app/http/page.server.ts";

/** The action of pages without a form: only administrators learn that they take no POST. */
export const action = page(requireAdmin, async () => {
  throw new Response(null, { status: 405 });
});
