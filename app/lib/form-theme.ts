import type { FormTheme } from "./domain.ts";

/** A form in a frame cannot see its surroundings, so its address says whether they are light or dark. */
export const THEME_PARAMETER = "theme";

/** A theme that holds for a page, whatever the visitor's device shows. */
export type PageTheme = Exclude<FormTheme, "automatic">;

const THEME = /[?&]theme=(light|dark)(?=&|$)/;

export const readTheme = (search: string): PageTheme | undefined => THEME.exec(search)?.[1] as PageTheme;

/** The look of a page that stands in another one: the address decides where the form's owner leaves it open. */
export const lookWithin = <Look extends { theme: FormTheme }>(look: Look, search: string): Look =>
  look.theme === "automatic" ? { ...look, theme: readTheme(search) ?? look.theme } : look;
