/** The languages of the public pages, each with its own name, in the order in which they are offered. */
const LANGUAGES = {
  en: { name: "English", locale: "en-US" },
  es: { name: "Español", locale: "es" },
  "pt-BR": { name: "Português (Brasil)", locale: "pt-BR" },
  de: { name: "Deutsch", locale: "de" },
  fr: { name: "Français", locale: "fr" },
  it: { name: "Italiano", locale: "it" },
  pl: { name: "Polski", locale: "pl" },
  ar: { name: "العربية", locale: "ar", isRightToLeft: true },
  nl: { name: "Nederlands", locale: "nl", isUnread: true },
  ro: { name: "Română", locale: "ro", isUnread: true },
  tr: { name: "Türkçe", locale: "tr", isUnread: true },
  id: { name: "Bahasa Indonesia", locale: "id", isUnread: true },
  vi: { name: "Tiếng Việt", locale: "vi", isUnread: true },
  th: { name: "ไทย", locale: "th", isUnread: true },
  hi: { name: "हिन्दी", locale: "hi", isUnread: true },
  ru: { name: "Русский", locale: "ru", isUnread: true },
  uk: { name: "Українська", locale: "uk", isUnread: true },
  ja: { name: "日本語", locale: "ja", isUnread: true },
  zh: { name: "简体中文", locale: "zh-Hans", isUnread: true },
} as const satisfies Record<string, LanguageFacts>;

type LanguageFacts = {
  name: string;
  /** For `lang` and `Intl`. */
  locale: string;
  isRightToLeft?: true;
  /** Not yet read by a native speaker. */
  isUnread?: true;
};

export type Language = keyof typeof LANGUAGES;

export const languageFacts = (language: Language): LanguageFacts => LANGUAGES[language];

const englishNames = new Intl.DisplayNames(["en"], { type: "language" });

/** As the dashboard names it. */
export const englishNameOf = (language: Language): string => englishNames.of(language) ?? language;

/** As a list offers it: "Polski (Polish)". */
export function languageChoice(language: Language): string {
  const { name } = languageFacts(language);
  const english = englishNameOf(language);
  return name === english ? name : `${name} (${english})`;
}

export const LANGUAGE_CODES = Object.keys(LANGUAGES) as [Language, ...Language[]];

/** What a form without a choice of its own speaks. */
export const FIRST_LANGUAGE: Language = "en";

/** The languages that a form's owner has chosen. */
export type FormLanguages = {
  default: Language;
  /** With the default one. */
  enabled: Language[];
  /** Whether the browser's language decides between the enabled ones; otherwise it is the default one. */
  automatic: boolean;
};

/** A language without its region: `pt`. Old Androids call Indonesian `in`. */
export function toPrimary(code: string): string {
  const [primary = ""] = code.toLowerCase().split("-", 1);
  return primary === "in" ? "id" : primary;
}

/** A language by its code, whatever its case and region: `pt`, `PT-pt` and `pt-BR` are one. Null for others. */
export function findLanguage(code: unknown): Language | null {
  if (typeof code !== "string") return null;
  const primary = toPrimary(code);
  return LANGUAGE_CODES.find((known) => toPrimary(known) === primary) ?? null;
}

type PluralForms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

/** The form of a word that goes with a number. */
export const plural = (locale: string, count: number, forms: PluralForms): string =>
  forms[new Intl.PluralRules(locale).select(count)] ?? forms.other;
