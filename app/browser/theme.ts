import { readKept, store } from "./storage.ts";

const KEY = "_att_theme";
const THEMES = new Set(["dark", "light", "system"]);

/** Keeps the choice beside the cookie, which may be gone the next time. */
export const keepTheme = (theme: string): void => store(KEY, theme);

/** Applies the kept choice to a document whose request brought no cookie. */
export function applyKeptTheme(): void {
  const kept = readKept(KEY);
  if (kept && THEMES.has(kept)) document.documentElement.className = kept;
}
