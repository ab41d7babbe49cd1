import { anyone } from "#app/http/auth/guards.server.ts";
import { page } from "#app/http/page.server.ts";
import { countShownPage } from "#app/http/page-view.server.ts";
import { readSearch } from "#app/lib/query-string.ts";
import { findLiveForm } from "#app/services/opt-in-forms/opt-in-forms.server.ts";

/** Says that a form's page, which was fetched ahead, is shown now; its query is the page's. */
export const loader = page(anyone, async ({ request, params, context }) => {
  const form = await findLiveForm(params.slug ?? "");
  const header = (name: string) => request.headers.get(name) ?? undefined;
  // The picture's address has no query, but the page that it is on has.
  const search = context.search || readSearch(header("referer") ?? "");
  if (form && request.method === "GET") countShownPage(form, { search, header });
  return new Response(null, { status: 204, headers: { "Cache-Control": "no-store" } });
});
