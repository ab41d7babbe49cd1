import { NotFound } from "#app/lib/errors.ts";
import { readFormJson } from "#app/lib/form-json.ts";
import type { Workspace } from "#app/models/index.server.ts";
import { FormSettingsChange } from "#app/schemas/form-settings.ts";
import type { PublicForm } from "#app/schemas/opt-in.ts";
import { presentOffered } from "#app/services/opt-in-forms/opt-in-forms.server.ts";
import { listPlatforms } from "#app/services/platforms/list-platforms.server.ts";
import { findOwnForm } from "./own-forms.server.ts";

const SHOWN = [
  "ownerName",
  "logo",
  "title",
  "introduction",
  "action",
  "amountField",
  "phoneCountry",
  "consentText",
  "successMessage",
] as const;

/**
 * The public view of a form with unsaved changes. An invalid field has its saved value.
 * @param fields of the settings' form; null for the saved settings
 * @throws {NotFound} without a form
 */
export async function previewForm({
  workspace,
  formId,
  fields,
}: {
  workspace: Workspace;
  formId?: string | undefined;
  fields: URLSearchParams | null;
}): Promise<PublicForm> {
  const own = await findOwnForm(workspace.id, formId);
  if (!own) throw new NotFound("Form");
  const { form, platformIds } = own;
  const { languages } = readFormJson(form);
  const chosen = fields ? readOrder(fields) : platformIds;
  const platforms = await listPlatforms(workspace.id);
  const typed = fields ? readTyped(fields) : {};
  const amountField = typed.amountField ?? form.amountField;
  return {
    slug: form.slug,
    language: languages.default,
    // Its links would leave what is typed.
    languages: [languages.default],
    ownerName: form.ownerName,
    logo: form.logo,
    title: form.title,
    introduction: form.introduction,
    action: form.action,
    currency: workspace.currency,
    phoneCountry: form.phoneCountry,
    consentText: form.consentText,
    consentVersion: form.consentVersion,
    allowRepeat: form.allowRepeat,
    successMessage: form.successMessage,
    redirectUrl: null,
    facebookPixelId: null,
    ...typed,
    amountField,
    askAmount: amountField !== "hidden",
    platforms: chosen.flatMap((id) => {
      const platform = platforms.find((each) => each.id === id && each.isActive);
      return platform ? [presentOffered(platform)] : [];
    }),
  };
}

function readOrder(fields: URLSearchParams): string[] {
  const selected = new Set(fields.getAll("selectedPlatforms"));
  return (fields.get("order") ?? "").split(",").filter((id) => selected.has(id));
}

function readTyped(fields: URLSearchParams) {
  const typed: Record<string, unknown> = {};
  for (const name of SHOWN) {
    const parsed = FormSettingsChange.safeParse({ [name]: fields.get(name) ?? "" });
    if (parsed.success) typed[name] = parsed.data[name];
  }
  return typed as Partial<Pick<PublicForm, (typeof SHOWN)[number]>>;
}
