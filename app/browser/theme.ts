import { readStored, store } from "#app/browser/shared/storage.ts";

const KEY = "_att_theme";
const THEMES = new Set(["dark", "light", "system"]);

/** Keeps the choice beside the cookie, which may be gone the next time. */
export const storeTheme = (theme: string): void => store(KEY, theme);

/** Applies the kept choice to a document whose request brought no cookie. */
export function applyStoredTheme(): void {
  const kept = readStored(KEY);
  if (kept && THEMES.has(kept)) document.documentElement.className = kept;
}
