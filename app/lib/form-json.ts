import { FIRST_LANGUAGE, type FormLanguages, type Language } from "./languages.ts";
import { pick } from "./objects.ts";

type Column = "eventNames" | "sendTo" | "frameOrigins" | "selectedAssets" | "languages" | "texts";
type StoredForm = Partial<Record<Column, string | null>>;

/** What a form's owner writes in one language; an empty title stands for the standard one. */
export type FormTexts = {
  title: string;
  introduction: string | null;
  consentText: string;
  successMessage: string | null;
};

export const TEXT_NAMES = ["title", "introduction", "consentText", "successMessage"] as const;

/** The texts of a form's row: of the default language. */
export const readTexts = (form: FormTexts): FormTexts => pick(form, TEXT_NAMES);

/** The owner's texts in languages besides the default one. What is missing is shown in that one. */
export type OtherTexts = Partial<Record<Language, Partial<FormTexts>>>;

const read = <T>(text: string | null | undefined, none: T): T => (text ? (JSON.parse(text) as T) : none);

/** A form whose owner has not chosen its languages. */
const ENGLISH_ONLY: FormLanguages = { default: FIRST_LANGUAGE, enabled: [FIRST_LANGUAGE], automatic: true };

/** The settings that a form's row holds as JSON. */
export function readFormJson(form: StoredForm) {
  const { eventNames, sendTo, frameOrigins, selectedAssets, languages, texts } = form;
  return {
    eventNames: read<Record<string, string>>(eventNames, {}),
    sendTo: read<string[] | null>(sendTo, null),
    frameOrigins: read<string[]>(frameOrigins, []),
    selectedAssets: read<Record<string, string>>(selectedAssets, {}),
    languages: read<FormLanguages>(languages, ENGLISH_ONLY),
    texts: read<OtherTexts>(texts, {}),
  };
}

/** A form's texts in a language. One that its owner has not written there is the default language's. */
export function pickTexts<Form extends FormTexts>(
  form: Form,
  { languages, texts }: { languages: FormLanguages; texts: OtherTexts },
  language: Language,
): Form {
  return language === languages.default ? form : { ...form, ...texts[language] };
}
