import type { DomainError, FieldError } from "#app/lib/errors.ts";
import { FIRST_LANGUAGE, type Language, languageFacts } from "#app/lib/languages.ts";
import { getKeys, mapValues } from "#app/lib/objects.ts";
import { notationOf } from "#app/lib/typed-amount.ts";
import { ar } from "./ar.ts";
import { de } from "./de.ts";
import { type Catalogue, en } from "./en.ts";
import { es } from "./es.ts";
import { fr } from "./fr.ts";
import { hi } from "./hi.ts";
import { indonesian } from "./id.ts";
import { it } from "./it.ts";
import { ja } from "./ja.ts";
import { nl } from "./nl.ts";
import { pl } from "./pl.ts";
import { ptBr } from "./pt-br.ts";
import { ro } from "./ro.ts";
import { ru } from "./ru.ts";
import { th } from "./th.ts";
import { tr } from "./tr.ts";
import { uk } from "./uk.ts";
import { vi } from "./vi.ts";
import { zh } from "./zh.ts";

export type { Catalogue };

export const catalogues: Record<Language, Catalogue> = {
  en,
  es,
  "pt-BR": ptBr,
  de,
  fr,
  it,
  pl,
  ar,
  nl,
  ro,
  tr,
  id: indonesian,
  vi,
  th,
  hi,
  ru,
  uk,
  ja,
  zh,
};

/** The decimal mark of an example: `250.00`. */
const DECIMAL_MARK = /(?<=\d{3})[.,](?=\d{2,3}(?!\d))/g;

const withMark = (mark: string): Record<Language, Catalogue> =>
  mapValues(catalogues, (texts, language) => {
    // The specification fixes the English sentences.
    if (language === FIRST_LANGUAGE) return texts;
    const { amountRequired, amountShape, amountDigits } = texts.errors;
    const examples = mapValues({ amountRequired, amountShape, amountDigits }, (text) =>
      text.replace(DECIMAL_MARK, mark),
    );
    return { ...texts, errors: { ...texts.errors, ...examples } };
  });

const withPoint = withMark(".");
const withComma = withMark(",");

/** Whether a locale writes amounts with a point or a comma: all that its texts differ in. */
export const decimalMark = (locale: string): "." | "," => (notationOf(locale).decimal === "." ? "." : ",");

/** Which of the texts a locale has: English ones do not differ. */
export const variantOf = (language: Language, locale: string): string =>
  `${language} ${language === FIRST_LANGUAGE ? "." : decimalMark(locale)}`;

/**
 * The texts of the public pages.
 * @param locale of the visitor, who may write amounts in another way than most who speak the language
 */
export const textsIn = (language: Language, locale = languageFacts(language).locale): Catalogue =>
  (decimalMark(locale) === "." ? withPoint : withComma)[language];

type ErrorTexts = Catalogue["errors"];
type Sentence = { [Key in keyof ErrorTexts]: ErrorTexts[Key] extends string ? Key : never }[keyof ErrorTexts];

const isSentence = (key: keyof ErrorTexts): key is Sentence => typeof en.errors[key] === "string";
/** The services and schemas say an error in English: this is which one it is. */
const byEnglish = new Map(
  getKeys(en.errors)
    .filter(isSentence)
    .map((key) => [en.errors[key], key] as const),
);
const NO_ACCOUNT = en.errors.accountRequired(null, null);
const TOO_LONG = new RegExp(`^${en.errors.tooLong("(\\d+)")}$`);
const IN_COIN = new RegExp(`^${en.errors.amountInCoin("(?<coin>\\w+)", "(?<currency>\\w+)")}$`);

/** An error message in a language; one that is no text of the public pages stays as it is. */
export function translate(message: string, language: Language, locale?: string): string {
  const { errors } = textsIn(language, locale);
  const key = byEnglish.get(message);
  if (key !== undefined) return errors[key];
  const [, max] = TOO_LONG.exec(message) ?? [];
  if (max !== undefined) return errors.tooLong(max);
  const { coin, currency } = IN_COIN.exec(message)?.groups ?? {};
  if (coin !== undefined && currency !== undefined) return errors.amountInCoin(coin, currency);
  return message === NO_ACCOUNT ? errors.accountRequired(null, null) : message;
}

export const translateFields = (list: FieldError[], language: Language, locale?: string): FieldError[] =>
  list.map((error) => ({ ...error, message: translate(error.message, language, locale) }));

/** What a visitor is told of a refused request as a whole. */
export function translateError(
  { status, message }: DomainError,
  language: Language,
  locale?: string,
): string {
  if (language === FIRST_LANGUAGE) return message;
  const { tooManyRequests, busy, gone, invalid } = textsIn(language).errors;
  const byStatus: Record<number, string> = { 404: gone, 429: tooManyRequests, 503: busy };
  const translated = byStatus[status] ?? translate(message, language, locale);
  // Of a conflict only the email's has a text of its own.
  return status === 409 && translated === message ? invalid : translated;
}
