import { Op, type Transaction } from "sequelize";
import { retryRead } from "#app/database/connection.server.ts";
import { type ConsentCovers, isSameList, readCovers, storeCovers } from "#app/lib/consent.ts";
import { Invalid } from "#app/lib/errors.ts";
import { pickTexts, readFormJson } from "#app/lib/form-json.ts";
import { LANGUAGE_CODES, type Language } from "#app/lib/languages.ts";
import { type OptInForm, PastConsentText } from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { adPlatforms } from "#app/services/ad-platforms/registry.server.ts";
import { findNamedInAll } from "#app/services/ad-platforms/shared/named-platforms.ts";
import type { LiveForm } from "./opt-in-forms.server.ts";

type ConsentColumns = Pick<OptInForm, "consentVersion" | "consentCovers">;

/** A form's consent text as it is shown in each language. */
export type ConsentTexts = Record<Language, string>;

/** In a language without one it is the default language's. */
export const toConsentTexts = (
  texts: Partial<Record<Language, { consentText?: string | null | undefined }>>,
  main: Language,
): ConsentTexts =>
  Object.fromEntries(
    LANGUAGE_CODES.map((code) => [code, texts[code]?.consentText || (texts[main]?.consentText ?? "")]),
  ) as ConsentTexts;

/**
 * Stores the current consent text of a form in all its languages if one of them changes, and gives the new one
 * its version. One that lists its ad platforms covers these. Of another one nothing is said yet.
 * @returns null if nothing changes
 */
export async function replaceConsentTexts(
  form: OptInForm,
  next: { consents: ConsentTexts; listed: string[] | null },
  transaction: Transaction,
): Promise<ConsentColumns | null> {
  const { id: formId, consentText: text, consentVersion: version, consentCovers: covers } = form;
  const { languages, texts: others } = readFormJson(form);
  const shown = toConsentTexts({ ...others, [languages.default]: form }, languages.default);
  // A new row has only the columns that were named.
  const listed = form.consentListed ?? null;
  const isListed = isSameList(readCovers(listed), next.listed);
  if (isListed && LANGUAGE_CODES.every((code) => shown[code] === next.consents[code])) return null;
  const own = Object.entries(shown).filter(([, one]) => one !== text);
  const texts = own.length > 0 ? JSON.stringify(Object.fromEntries(own)) : null;
  await PastConsentText.create(
    { formId, version, text, texts, covers, listed, replacedAt: new Date() },
    { transaction },
  );
  return { consentVersion: version + 1, consentCovers: storeCovers(next.listed) };
}

/**
 * What a new text covers by the names in it: these, if the form sends to no other ad platform. Otherwise its owner
 * is asked.
 * @param texts those of all languages of the form
 */
export function answerByNames(texts: readonly string[], recipients: readonly string[]): string[] | null {
  const named = findNamedInAll(texts, adPlatforms.all());
  return named.length > 0 && recipients.every((id) => named.includes(id)) ? named : null;
}

/**
 * Says of texts that nobody has said it of what they covered before another ad platform is connected: what they
 * name, and where their form sent to until now. Of one with neither its owner is still asked.
 * @returns whether it said so of any
 */
export async function keepUnsaidCovers(
  form: OptInForm,
  recipients: readonly string[],
  transaction: Transaction,
): Promise<boolean> {
  const { languages, texts } = readFormJson(form);
  const listKept = (shown: readonly string[]) =>
    [...new Set([...findNamedInAll(shown, adPlatforms.all()), ...recipients])].sort();
  const shown = toConsentTexts({ ...texts, [languages.default]: form }, languages.default);
  const own = listKept(languages.enabled.map((language) => shown[language]));
  const isUnsaid = form.consentCovers === null && own.length > 0;
  if (isUnsaid) await form.update({ consentCovers: storeCovers(own) }, { transaction });
  const unsaid = await PastConsentText.findAll({ where: { formId: form.id, covers: null }, transaction });
  for (const past of unsaid) {
    const others: string[] = past.texts === null ? [] : Object.values(JSON.parse(past.texts));
    const kept = listKept([past.text, ...others]);
    if (kept.length > 0) await past.update({ covers: storeCovers(kept) }, { transaction });
  }
  return isUnsaid || unsaid.length > 0;
}

type ShownForm = Pick<LiveForm, "id" | "consentCovers" | "page" | "languages" | "texts">;
type SeenConsent = { text: string; version: number; covers: ConsentCovers };

/**
 * The text that a visitor saw in their language: of the given version if the form has shown it, otherwise the
 * current one.
 */
export async function findShownConsent(
  form: ShownForm,
  version: number | undefined,
  language?: Language,
): Promise<SeenConsent> {
  const { id: formId, consentCovers: covers, page } = form;
  const text = pickTexts(page, form, language ?? form.languages.default).consentText;
  const current = { text, version: page.consentVersion, covers };
  if (version === undefined || version === current.version) return current;
  const past = await retryRead(() => PastConsentText.findOne({ where: { formId, version } }));
  if (!past) return current;
  const texts: Partial<ConsentTexts> = past.texts === null ? {} : JSON.parse(past.texts);
  return { text: (language && texts[language]) ?? past.text, version, covers: readCovers(past.covers) };
}

/** The earlier consent texts of a form or of several, the newest first. */
export const listPastConsents = (
  formId: string | string[],
  transaction?: Transaction,
): Promise<PastConsentText[]> =>
  PastConsentText.findAll({
    where: { formId },
    order: [["version", "DESC"]],
    ...(transaction && { transaction }),
  });

/** What the consent texts of a form cover, by version. A missing one covers all. */
export type CoversByVersion = ReadonlyMap<number, ConsentCovers>;

/** By the form's id. */
export async function findCovers(
  forms: Pick<OptInForm, "id" | "consentVersion" | "consentCovers">[],
  transaction?: Transaction,
): Promise<Map<string, CoversByVersion>> {
  const changed = forms.filter(({ consentVersion }) => consentVersion > 1).map(({ id }) => id);
  const past =
    changed.length === 0
      ? []
      : await PastConsentText.findAll({
          where: { formId: changed, covers: { [Op.ne]: null } },
          attributes: ["formId", "version", "covers"],
          ...(transaction && { transaction }),
        });
  return new Map(
    forms.map(({ id, consentVersion, consentCovers }) => [
      id,
      new Map([
        ...past
          .filter(({ formId }) => formId === id)
          .map(({ version, covers }): [number, ConsentCovers] => [version, readCovers(covers)]),
        [consentVersion, readCovers(consentCovers)],
      ]),
    ]),
  );
}

/**
 * Says what an earlier consent text covers.
 * @throws {Invalid} without such a version, or for one that listed its ad platforms
 */
export async function setPastCovers(
  { formId, version, covers }: { formId: string; version: number; covers: ConsentCovers },
  transaction: Transaction,
): Promise<void> {
  const past = await PastConsentText.findOne({ where: { formId, version }, transaction });
  const refuse = (message: string) => new Invalid([{ field: "earlierConsents", message }]);
  if (!past) throw refuse(messages.formSettings.consentUnknown);
  if (past.listed !== null && !isSameList(readCovers(past.listed), covers))
    throw refuse(messages.formSettings.coversListed);
  await past.update({ covers: storeCovers(covers) }, { transaction });
}
