import { createContext, useContext } from "react";
import { FIRST_LANGUAGE, type Language, languageFacts } from "#app/lib/languages.ts";
import { type Catalogue, textsIn } from "#app/schemas/languages/index.ts";

/** The language of a public page. */
export const PageLanguage = createContext<Language>(FIRST_LANGUAGE);

export const useTexts = (): Catalogue => textsIn(useContext(PageLanguage));

/** For `Intl`. */
export const useLocale = (): string => languageFacts(useContext(PageLanguage)).locale;
