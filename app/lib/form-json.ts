import { AD_PLATFORMS_PLACEHOLDER } from "./consent.ts";
import { FIRST_LANGUAGE, type FormLanguages, LANGUAGE_CODES, type Language } from "./languages.ts";
import { mapValues, pick } from "./objects.ts";
import { isMadeOf } from "./templates.ts";

type Column =
  | "eventNames"
  | "sendTo"
  | "frameOrigins"
  | "selectedAssets"
  | "languages"
  | "texts"
  | "consentTemplates";
type StoredForm = Partial<Record<Column, string | null>>;

/** What a form's owner writes in one language; an empty title stands for the standard one. */
export type FormTexts = {
  title: string;
  introduction: string | null;
  consentText: string;
  successMessage: string | null;
  /** What the owner does with visitors' data, in their own words. */
  privacyText: string | null;
};

export const TEXT_NAMES = ["title", "introduction", "consentText", "successMessage", "privacyText"] as const;

/** The texts of a form's row: of the default language. */
export const readTexts = (form: FormTexts): FormTexts => pick(form, TEXT_NAMES);

/** The owner's texts in languages besides the default one. What is missing is shown in that one. */
export type OtherTexts = Partial<Record<Language, Partial<FormTexts>>>;

const read = <T>(text: string | null | undefined, none: T): T => (text ? (JSON.parse(text) as T) : none);

/** A form whose owner has not chosen its languages. */
const ENGLISH_ONLY: FormLanguages = { default: FIRST_LANGUAGE, enabled: [FIRST_LANGUAGE], automatic: true };

/** The settings that a form's row holds as JSON. */
export function readFormJson(form: StoredForm) {
  const { eventNames, sendTo, frameOrigins, selectedAssets, languages, texts, consentTemplates } = form;
  return {
    eventNames: read<Record<string, string>>(eventNames, {}),
    sendTo: read<string[] | null>(sendTo, null),
    frameOrigins: read<string[]>(frameOrigins, []),
    selectedAssets: read<Record<string, string>>(selectedAssets, {}),
    languages: read<FormLanguages>(languages, ENGLISH_ONLY),
    texts: read<OtherTexts>(texts, {}),
    consentTemplates: read<Partial<Record<Language, string>>>(consentTemplates, {}),
  };
}

/** What is empty is shown in the default language. */
export const withoutEmpty = (texts: Partial<FormTexts>): Partial<FormTexts> =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text));

export type MissingTexts = { language: Language; texts: (typeof TEXT_NAMES)[number][] };

/**
 * What visitors read in another language than the form: texts that its owner has written in the default language
 * only, and a consent that is word for word the one of another language.
 * @param names of the texts that are shown
 */
export function findMissingTexts(
  { default: main, enabled }: FormLanguages,
  all: OtherTexts,
  names: readonly (typeof TEXT_NAMES)[number][] = TEXT_NAMES,
): MissingTexts[] {
  const isCopy = (own: string) =>
    LANGUAGE_CODES.some((language) => language !== main && all[language]?.consentText === own);
  return enabled
    .map((language): MissingTexts => {
      const own = all[language] ?? {};
      const isMissing = (name: (typeof TEXT_NAMES)[number]) =>
        language === main
          ? name === "consentText" && isCopy(own.consentText ?? "")
          : Boolean(all[main]?.[name]) && !own[name];
      return { language, texts: names.filter(isMissing) };
    })
    .filter(({ texts }) => texts.length > 0);
}

/** What a form's owner has written, by language: the consent texts with their placeholder. */
export function readOwnTexts(form: StoredForm & FormTexts): OtherTexts {
  const { languages, texts, consentTemplates } = readFormJson(form);
  const all: OtherTexts = { ...texts, [languages.default]: readTexts(form) };
  return mapValues(all as Record<Language, Partial<FormTexts>>, (own, language) => {
    const template = consentTemplates[language];
    // The version before stores a text without its template.
    return template !== undefined && isMadeOf(own.consentText ?? "", template, AD_PLATFORMS_PLACEHOLDER)
      ? { ...own, consentText: template }
      : own;
  });
}

/** A form's texts in a language. One that its owner has not written there is the default language's. */
export function pickTexts<Form extends FormTexts>(
  form: Form,
  { languages, texts }: { languages: FormLanguages; texts: OtherTexts },
  language: Language,
): Form {
  return language === languages.default ? form : { ...form, ...texts[language] };
}
