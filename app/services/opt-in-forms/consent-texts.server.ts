import { Op, type Transaction } from "sequelize";
import { retryRead } from "#app/database/connection.server.ts";
import { type ConsentCovers, readCovers, storeCovers } from "#app/lib/consent.ts";
import { pickTexts, readFormJson } from "#app/lib/form-json.ts";
import { LANGUAGE_CODES, type Language } from "#app/lib/languages.ts";
import { type OptInForm, PastConsentText } from "#app/models/index.server.ts";
import type { LiveForm } from "./opt-in-forms.server.ts";

type ConsentColumns = Pick<OptInForm, "consentVersion" | "consentCovers">;

/** A form's consent text in each language that has one. */
export type ConsentTexts = Partial<Record<Language, string>>;

function listConsentTexts(form: OptInForm): ConsentTexts {
  const { languages, texts } = readFormJson(form);
  return toConsentTexts({ ...texts, [languages.default]: form });
}

/** By language, in one order. */
export const toConsentTexts = (
  texts: Partial<Record<Language, { consentText?: string | undefined }>>,
): ConsentTexts =>
  Object.fromEntries(
    LANGUAGE_CODES.flatMap((code) => {
      const text = texts[code]?.consentText;
      return text ? [[code, text]] : [];
    }),
  );

/**
 * Stores the current consent text of a form in all its languages if one of them changes, and gives the new one
 * its version. What the old one covers is not taken over: the owner says it once for each version.
 */
export async function replaceConsentTexts(
  form: OptInForm,
  next: ConsentTexts,
  transaction: Transaction,
): Promise<Partial<ConsentColumns>> {
  const { id: formId, consentText: text, consentVersion: version, consentCovers: covers } = form;
  const texts = JSON.stringify(listConsentTexts(form));
  if (texts === JSON.stringify(next)) return {};
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
  language: Language = form.languages.default,
): Promise<SeenConsent> {
  const { id: formId, consentCovers: covers, page } = form;
  const text = pickTexts(page, form, language).consentText;
  const current = { text, version: page.consentVersion, covers };
  if (version === undefined || version === current.version) return current;
  const past = await retryRead(() => PastConsentText.findOne({ where: { formId, version } }));
  if (!past) return current;
  const texts: ConsentTexts = past.texts === null ? {} : JSON.parse(past.texts);
  return { text: texts[language] ?? past.text, version, covers: readCovers(past.covers) };
}

/** The earlier consent texts of a form, the newest first. */
export const listPastConsents = (formId: string, transaction?: Transaction): Promise<PastConsentText[]> =>
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
