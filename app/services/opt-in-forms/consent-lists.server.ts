import { Op, type Transaction } from "sequelize";
import { AD_PLATFORMS_PLACEHOLDER, hasPlaceholder, storeCovers } from "#app/lib/consent.ts";
import { type FormTexts, type OtherTexts, readFormJson, readOwnTexts } from "#app/lib/form-json.ts";
import { type FormLanguages, LANGUAGE_CODES, type Language, languageFacts } from "#app/lib/languages.ts";
import { Connection, OptInForm } from "#app/models/index.server.ts";
import { textsIn } from "#app/schemas/languages/index.ts";
import { adPlatformName, adPlatforms } from "#app/services/ad-platforms/registry.server.ts";
import {
  type ConsentTexts,
  keepUnsaidCovers,
  replaceConsentTexts,
  toConsentTexts,
} from "./consent-texts.server.ts";

/** The ad platforms that a form sends to: those that are connected, unless the form leaves them out. */
export async function findFormRecipients(
  { workspaceId, sendTo }: { workspaceId: string; sendTo: string[] | null },
  transaction?: Transaction,
): Promise<string[]> {
  const connections = await Connection.findAll({
    where: { workspaceId },
    attributes: ["adPlatform"],
    ...(transaction && { transaction }),
  });
  const connected = new Set(connections.map(({ adPlatform }) => adPlatform));
  return adPlatforms
    .all()
    .map(({ id }) => id)
    .filter((id) => connected.has(id) && (sendTo === null || sendTo.includes(id)));
}

/** What the placeholder gives in a language. */
function nameAdPlatforms(ids: string[], language: Language): string {
  if (ids.length === 0) return textsIn(language).facts.noOne;
  return new Intl.ListFormat(languageFacts(language).locale).format(ids.map(adPlatformName));
}

/** What the placeholder gives now in each language of a form. */
export async function listConsentLists(form: OptInForm): Promise<Partial<Record<Language, string>>> {
  const { languages, sendTo } = readFormJson(form);
  const ids = await findFormRecipients({ workspaceId: form.workspaceId, sendTo });
  return Object.fromEntries(languages.enabled.map((language) => [language, nameAdPlatforms(ids, language)]));
}

/** A form's texts as visitors read them, and the consent's columns. */
type FilledTexts = {
  texts: OtherTexts;
  consents: ConsentTexts;
  columns: Pick<OptInForm, "consentTemplates" | "consentListed">;
  /** The ad platforms that the consent lists; null without the placeholder in a language of the form. */
  listed: string[] | null;
};

/** Replaces the placeholder of consent texts, in each by a list in its own language. */
export function fillConsents(
  written: OtherTexts,
  languages: FormLanguages,
  adPlatforms: string[],
): FilledTexts {
  const texts: OtherTexts = {};
  const templates: Partial<Record<Language, string>> = {};
  for (const language of LANGUAGE_CODES) {
    const own: Partial<FormTexts> | undefined = written[language];
    if (own === undefined) continue;
    const { consentText } = own;
    texts[language] = own;
    if (!consentText || !hasPlaceholder(consentText)) continue;
    templates[language] = consentText;
    const list = nameAdPlatforms(adPlatforms, language);
    texts[language] = { ...own, consentText: consentText.replaceAll(AD_PLATFORMS_PLACEHOLDER, () => list) };
  }
  const listed = languages.enabled.some((language) => templates[language]) ? adPlatforms : null;
  return {
    texts,
    consents: toConsentTexts(texts, languages.default),
    columns: {
      consentTemplates: Object.keys(templates).length > 0 ? JSON.stringify(templates) : null,
      consentListed: storeCovers(listed),
    },
    listed,
  };
}

/**
 * Keeps what texts cover from before an ad platform is connected: it is covered only by texts that name it. Called
 * before it is connected, with the workspace's lock.
 * @returns whether anything was to be kept
 */
export async function keepCovers(workspaceId: string, transaction: Transaction): Promise<boolean> {
  let isKept = false;
  for (const form of await OptInForm.findAll({ where: { workspaceId }, transaction })) {
    const { sendTo } = readFormJson(form);
    const recipients = await findFormRecipients({ workspaceId, sendTo }, transaction);
    if (await keepUnsaidCovers(form, recipients, transaction)) isKept = true;
  }
  return isKept;
}

/**
 * Gives the workspace's forms new versions of consent texts that list other ad platforms than are connected now.
 * Called by what connects or disconnects one, with the workspace's lock.
 */
export async function updateConsentLists(workspaceId: string, transaction: Transaction): Promise<void> {
  const where = { workspaceId, deletedAt: null, consentTemplates: { [Op.ne]: null } };
  for (const form of await OptInForm.findAll({ where, transaction })) {
    const { languages, sendTo } = readFormJson(form);
    const adPlatforms = await findFormRecipients({ workspaceId, sendTo }, transaction);
    const { texts, consents, columns, listed } = fillConsents(readOwnTexts(form), languages, adPlatforms);
    const consent = await replaceConsentTexts(form, { consents, listed }, transaction);
    if (consent === null) continue;
    const { [languages.default]: main, ...others } = texts;
    await form.update(
      {
        consentText: main?.consentText ?? form.consentText,
        texts: JSON.stringify(others),
        ...columns,
        ...consent,
        updatedAt: new Date(),
      },
      { transaction },
    );
  }
}
