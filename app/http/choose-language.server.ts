import Negotiator from "negotiator";
import { type PageTheme, readTheme } from "#app/lib/form-theme.ts";
import { visitorLocale } from "#app/lib/language-regions.ts";
import {
  FIRST_LANGUAGE,
  type FormLanguages,
  findLanguage,
  LANGUAGE_CODES,
  type Language,
  toPrimary,
} from "#app/lib/languages.ts";
import { variantOf } from "#app/schemas/languages/index.ts";
import type { LoadContext } from "./load-context.ts";

export type LanguageRequest = {
  /** The query, as it was sent. */
  search: string;
  acceptLanguage: string | null;
};

/** What a request says of the language of a public page. */
export const readLanguageRequest = (
  request: Request,
  { search }: Pick<LoadContext, "search">,
): LanguageRequest => ({
  search,
  acceptLanguage: request.headers.get("accept-language"),
});

const LANG = /(?<=[?&]lang=)[\w-]{1,20}(?=&|$)/g;

/** The language of `?lang=` if the form has it, else its own choice, else the best of the browser's. */
export function chooseLanguage(
  { default: first, enabled, automatic }: FormLanguages,
  { search, acceptLanguage }: LanguageRequest,
): Language {
  if (enabled.length === 1) return first;
  for (const code of search.match(LANG) ?? []) {
    const wanted = findLanguage(code);
    if (wanted !== null && enabled.includes(wanted)) return wanted;
  }
  // `*` means the first.
  return automatic && acceptLanguage ? (negotiate(acceptLanguage, [first, ...enabled]) ?? first) : first;
}

/** One sentence and a few links: a visitor understands them in a language that no native speaker has read, too. */
const ALL: FormLanguages = { default: FIRST_LANGUAGE, enabled: LANGUAGE_CODES, automatic: true };

/** The language of a page that belongs to no form. */
export const chooseFromAll = (asked: LanguageRequest): Language => chooseLanguage(ALL, asked);

type PageChoice = {
  language: Language;
  locale: string;
  theme: PageTheme | undefined;
  /** Its name among the form's prepared pages. */
  variant: string;
};

/** Which of its prepared pages a form shows, with what asks for it. */
export function choosePage(languages: FormLanguages, asked: LanguageRequest): PageChoice {
  const language = chooseLanguage(languages, asked);
  const locale = readLocale(language, asked.acceptLanguage);
  const theme = readTheme(asked.search);
  return { language, locale, theme, variant: `${variantOf(language, locale)} ${theme ?? ""}` };
}

const locales = new Map<string, string>();

/** Kept as what is negotiated. */
function readLocale(language: Language, acceptLanguage: string | null): string {
  const header = (acceptLanguage ?? "").slice(0, HEADER_MAX);
  const key = `${language} ${header}`;
  const before = locales.get(key);
  if (before !== undefined) return before;
  const locale = visitorLocale(language, header);
  if (locales.size >= KNOWN_MAX) locales.clear();
  locales.set(key, locale);
  return locale;
}

const KNOWN_MAX = 1_000;
/** A header may list thousands of languages. */
const HEADER_MAX = 200;
const known = new Map<string, Language | null>();

/** Kept, because browsers send few values and forms have few lists. */
function negotiate(acceptLanguage: string, enabled: Language[]): Language | null {
  const header = acceptLanguage.slice(0, HEADER_MAX);
  const key = `${enabled} ${header}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  const chosen = bestOf(header, enabled);
  if (known.size >= KNOWN_MAX) known.clear();
  known.set(key, chosen);
  return chosen;
}

/** By the language alone: Portuguese of Portugal is read where only that of Brazil is there. */
function bestOf(acceptLanguage: string, enabled: Language[]): Language | null {
  const accepted = new Negotiator({ headers: { "accept-language": toRead(acceptLanguage) } });
  const [best] = accepted.languages(enabled.map(toPrimary));
  return enabled.find((code) => toPrimary(code) === best) ?? null;
}

/** The languages that a browser asks for and public pages have, the most wanted first; English without any. */
export function listAccepted(acceptLanguage: string | null): Language[] {
  const header = toRead((acceptLanguage ?? "").slice(0, HEADER_MAX));
  const accepted = new Negotiator({ headers: { "accept-language": header } }).languages();
  const languages = new Set(accepted.flatMap((code) => findLanguage(code) ?? []));
  return languages.size > 0 ? [...languages] : [FIRST_LANGUAGE];
}

const INDONESIAN = /(^|,)\s*in\b/gi;
const TRADITIONAL = /(?:^|,)\s*zh-(?:hant|tw|hk|mo)\b/i;
/** Whoever reads Traditional Chinese lists the plain `zh` too. */
const NOT_SIMPLIFIED = /(^|,)\s*zh(?:-(?:hant|tw|hk|mo)[\w-]*)?\s*(?:;[^,]*)?(?=,|$)/gi;

/** Our Chinese is Simplified: who reads Traditional gets the next language, unless Simplified is named as well. */
function toRead(acceptLanguage: string): string {
  const header = acceptLanguage.replace(INDONESIAN, "$1id");
  return TRADITIONAL.test(header) ? header.replace(NOT_SIMPLIFIED, "$1") : header;
}
