import { createContext, useContext } from "react";
import { FIRST_LANGUAGE, type Language, languageFacts } from "#app/lib/languages.ts";
import { type Catalogue, textsIn } from "#app/schemas/languages/index.ts";

/** The language of a public page. */
export const PageLanguage = createContext<Language>(FIRST_LANGUAGE);

/** The locale of its visitor, where a page is for one. */
export const PageLocale = createContext<string | null>(null);

export const useTexts = (): Catalogue => textsIn(useContext(PageLanguage));

/** For the names of `Intl`. */
export const useLocale = (): string => languageFacts(useContext(PageLanguage)).locale;

/** For numbers and dates. */
export function useRegionalLocale(): string {
  const locale = useLocale();
  return useContext(PageLocale) ?? locale;
}
