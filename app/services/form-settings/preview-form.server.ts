import { NotFound } from "#app/lib/errors.ts";
import {
  pickTexts,
  readFormJson,
  readOwnTexts,
  readTexts,
  TEXT_NAMES,
  withoutEmpty,
} from "#app/lib/form-json.ts";
import { findLanguage } from "#app/lib/languages.ts";
import { mapValues } from "#app/lib/objects.ts";
import { PREVIEW_LANGUAGE } from "#app/lib/preview-language.ts";
import type { Workspace } from "#app/models/index.server.ts";
import { FormSettingsChange } from "#app/schemas/form-settings.ts";
import type { PublicForm } from "#app/schemas/opt-in.ts";
import { fillConsents, findFormRecipients } from "#app/services/opt-in-forms/consent-lists.server.ts";
import { presentOffered, toPublicKey } from "#app/services/opt-in-forms/opt-in-forms.server.ts";
import { listPlatforms } from "#app/services/platforms/list-platforms.server.ts";
import { findOwnForm } from "./own-forms.server.ts";

const SHOWN = ["ownerName", "logo", "action", "amountField", "phoneCountry", "privacyUrl"] as const;

/**
 * The public view of a form with unsaved changes, in the chosen one of its languages. An invalid field has its
 * saved value.
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
  const { languages, sendTo } = readFormJson(form);
  const asked = findLanguage(fields?.get(PREVIEW_LANGUAGE));
  const language = asked !== null && languages.enabled.includes(asked) ? asked : languages.default;
  // A tab sends its own settings, and who may not change them sends none.
  const sent = fields?.has("tab") ? fields : null;
  const chosen = sent?.has("order") ? readOrder(sent) : platformIds;
  const platforms = await listPlatforms(workspace.id);
  const typed: Partial<Pick<PublicForm, (typeof SHOWN)[number]>> = sent ? readTyped(sent, SHOWN) : {};
  const amountField = typed.amountField ?? form.amountField;
  const written = readOwnTexts(form);
  if (sent)
    for (const each of new Set([languages.default, language])) {
      const prefix = each === languages.default ? "" : `texts.${each}.`;
      written[each] = { ...written[each], ...readTyped(sent, TEXT_NAMES, prefix) };
    }
  const recipients = await findFormRecipients({
    workspaceId: workspace.id,
    sendTo: sent?.has("sendsToAll")
      ? sent.get("sendsToAll") === "yes"
        ? null
        : sent.getAll("sendTo")
      : sendTo,
  });
  const { [languages.default]: main, ...texts } = fillConsents(written, languages, recipients).texts;
  return {
    formKey: toPublicKey(form.id),
    slug: form.slug,
    language,
    // Its links would leave what is typed.
    languages: [language],
    ownerName: form.ownerName,
    logo: form.logo,
    action: form.action,
    currency: workspace.currency,
    phoneCountry: form.phoneCountry,
    ...pickTexts(
      { ...readTexts(form), ...main },
      { languages, texts: mapValues(texts, withoutEmpty) },
      language,
    ),
    consentVersion: form.consentVersion,
    allowRepeat: form.allowRepeat,
    redirectUrl: null,
    privacyUrl: form.privacyUrl,
    facebookPixelId: null,
    telegramHref: null,
    ...typed,
    look: {
      accentColor: form.accentColor,
      theme: form.theme,
      ...(sent?.has("look.theme") && readLook(sent)),
    },
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

/** Nothing of a look that is invalid. */
function readLook(fields: URLSearchParams) {
  const accentColor = fields.get("look.hasAccent") === "yes" ? fields.get("look.accentColor") : null;
  const parsed = FormSettingsChange.safeParse({ look: { accentColor, theme: fields.get("look.theme") } });
  return parsed.data?.look;
}

type Name = (typeof SHOWN)[number] | (typeof TEXT_NAMES)[number];

/** @param prefix of the fields' names */
function readTyped(fields: URLSearchParams, names: readonly Name[], prefix = ""): Record<string, never> {
  const typed: Record<string, unknown> = {};
  for (const name of names) {
    const text = fields.get(prefix + name);
    if (text === null) continue;
    const parsed = prefix === "" || text !== "" ? FormSettingsChange.safeParse({ [name]: text }) : null;
    if (parsed === null) typed[name] = "";
    else if (parsed.success) typed[name] = parsed.data[name];
  }
  return typed as Record<string, never>;
}
