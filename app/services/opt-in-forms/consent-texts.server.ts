import { Op, type Transaction } from "sequelize";
import { retryRead } from "#app/database/connection.server.ts";
import { type ConsentCovers, readCovers, storeCovers } from "#app/lib/consent.ts";
import { pickTexts, readFormJson } from "#app/lib/form-json.ts";
import { LANGUAGE_CODES, type Language } from "#app/lib/languages.ts";
import { type OptInForm, PastConsentText } from "#app/models/index.server.ts";
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
 * its version. Until somebody says what the new one covers, nothing is said of it.
 */
export async function replaceConsentTexts(
  form: OptInForm,
  next: ConsentTexts,
  transaction: Transaction,
): Promise<Partial<ConsentColumns>> {
  const { id: formId, consentText: text, consentVersion: version, consentCovers: covers } = form;
  const { languages, texts: others } = readFormJson(form);
  const shown = toConsentTexts({ ...others, [languages.default]: form }, languages.default);
  if (LANGUAGE_CODES.every((code) => shown[code] === next[code])) return {};
  const own = Object.entries(shown).filter(([, one]) => one !== text);
  const texts = own.length > 0 ? JSON.stringify(Object.fromEntries(own)) : null;
  await PastConsentText.create(
    { formId, version, text, texts, covers, replacedAt: new Date() },
    { transaction },
  );
  return { consentVersion: version + 1, consentCovers: null };
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

/** Says what an earlier consent text covers. @returns false without such a version */
export async function setPastCovers(
  { formId, version, covers }: { formId: string; version: number; covers: ConsentCovers },
  transaction: Transaction,
): Promise<boolean> {
  const where = { formId, version };
  const known = await PastConsentText.count({ where, transaction });
  await PastConsentText.update({ covers: storeCovers(covers) }, { where, transaction });
  return known > 0;
}
