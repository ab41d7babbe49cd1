import { retryRead } from "#app/database/connection.server.ts";
import { readFormJson } from "#app/lib/form-json.ts";
import { LANGUAGE_CODES, type Language } from "#app/lib/languages.ts";
import { OptInForm } from "#app/models/index.server.ts";

/** The languages in which people of a workspace's forms can be spoken to, in their order. */
export async function listFormLanguages(workspaceId: string): Promise<Language[]> {
  const forms = await retryRead(() =>
    OptInForm.findAll({ where: { workspaceId, archivedAt: null, deletedAt: null } }),
  );
  const shown = new Set(forms.flatMap((form) => readFormJson(form).languages.enabled));
  return LANGUAGE_CODES.filter((code) => shown.has(code));
}
