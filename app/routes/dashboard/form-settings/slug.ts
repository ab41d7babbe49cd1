import { requireMember } from "#app/http/auth/guards.server.ts";
import { page } from "#app/http/page.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { checkSlug } from "#app/services/opt-in-forms/form-slugs.server.ts";

const sentences = messages.formSettings;
const said = {
  free: sentences.slugFree,
  own: sentences.slugOwn,
  taken: sentences.slugTaken,
  reserved: sentences.slugReserved,
  invalid: sentences.slugShape,
};

/** Whether a slug is free, for the settings while it is typed. */
export const loader = page(requireMember("settings:write"), async ({ request, member }) => {
  const { workspace } = member;
  const slug = new URL(request.url).searchParams.get("slug") ?? "";
  const state = await checkSlug({ workspaceId: workspace.id, slug });
  return { slug, isFree: state === "free" || state === "own", message: said[state] };
});
