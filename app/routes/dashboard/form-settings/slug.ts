import { requireMember } from "#app/http/auth/guards.server.ts";
import { page } from "#app/http/page.server.ts";
import { NotFound } from "#app/lib/errors.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { findOwnForm } from "#app/services/form-settings/own-forms.server.ts";
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
export const loader = page(requireMember("settings:write"), async ({ request, params, member }) => {
  const workspaceId = member.workspace.id;
  const own = await findOwnForm(workspaceId, params.formId);
  if (!own) throw new NotFound("Form");
  const slug = new URL(request.url).searchParams.get("slug") ?? "";
  const state = await checkSlug({ workspaceId, formId: own.form.id, slug });
  return { slug, isFree: state === "free" || state === "own", message: said[state] };
});
