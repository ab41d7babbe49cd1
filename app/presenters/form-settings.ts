import type { z } from "zod";
import { readCovers } from "#app/lib/consent.ts";
import { findDefault } from "#app/lib/default-form.ts";
import { findMissingTexts, readFormJson, readOwnTexts, TEXT_NAMES } from "#app/lib/form-json.ts";
import { formName } from "#app/lib/form-name.ts";
import { LANGUAGE_CODES } from "#app/lib/languages.ts";
import { pick } from "#app/lib/objects.ts";
import type { OptInForm } from "#app/models/opt-in-form.server.ts";
import type { PastConsentText } from "#app/models/past-consent-text.server.ts";
import type { FormResponse, FormSettings } from "#app/schemas/form-settings.ts";
import { listStored } from "#app/schemas/form-settings-table.ts";

type Own = Parameters<typeof presentFormSettings>[0];

/** All forms of a workspace in their order, as programs see them. */
export function presentForms(own: Own[]): z.infer<typeof FormResponse>[] {
  const shownDefault = findDefault(own.map(({ form }) => form));
  return own.map((one) => presentForm(one, one.form === shownDefault));
}

/** One of several forms. One that was just changed has its mark. */
export function presentForm(own: Own, isDefault = own.form.isDefault === true): z.infer<typeof FormResponse> {
  const { _id: id, ...settings } = presentFormSettings(own);
  const { archivedAt, position } = own.form;
  return { id, ...settings, isDefault, isArchived: archivedAt !== null, position };
}

/** A form's settings for its owner. `platformIds` are the chosen ones in the form's order. */
export function presentFormSettings({
  form,
  platformIds,
  pastConsents,
}: {
  form: OptInForm;
  platformIds: string[];
  pastConsents: PastConsentText[];
}): FormSettings {
  const json = readFormJson(form);
  const { selectedAssets, languages } = json;
  const allTexts = readOwnTexts(form);
  return {
    _id: form.id,
    ...pick(form, listStored("column")),
    ...pick(json, listStored("json")),
    name: formName(form),
    look: { accentColor: form.accentColor, theme: form.theme },
    askAmount: form.amountField !== "hidden",
    retentionDays: { pending: form.pendingRetentionDays, handled: form.handledRetentionDays },
    consentText: allTexts[languages.default]?.consentText ?? form.consentText,
    consentVersion: form.consentVersion,
    consentListed: readList(form.consentListed),
    consentCovers: readCovers(form.consentCovers),
    earlierConsents: pastConsents.map(({ version, text, covers, listed, replacedAt }) => ({
      version,
      consentText: text,
      covers: readCovers(covers),
      listed: readList(listed),
      replacedAt: replacedAt.toISOString(),
    })),
    selectedPlatforms: platformIds,
    selectedFacebookAssetId: form.facebookPixelId,
    selectedAssets: { ...selectedAssets, ...(form.facebookPixelId ? { meta: form.facebookPixelId } : {}) },
    languages,
    texts: Object.fromEntries(
      LANGUAGE_CODES.filter((language) => allTexts[language]).map((language) => [
        language,
        { ...WITHOUT_TEXTS, ...allTexts[language] },
      ]),
    ),
    missingTexts: findMissingTexts(
      languages,
      allTexts,
      TEXT_NAMES.filter((name) => name !== "privacyText" || form.privacyUrl === null),
    ),
    version: form.version,
    createdAt: form.createdAt.toISOString(),
    updatedAt: form.updatedAt.toISOString(),
  };
}

const WITHOUT_TEXTS = {
  title: "",
  introduction: null,
  consentText: null,
  successMessage: null,
  privacyText: null,
};

const readList = (stored: string | null): string[] | null => stored && JSON.parse(stored);
