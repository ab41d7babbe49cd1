import { readStored, store } from "#app/browser/shared/storage.ts";

const KEY = "_att_theme";
const THEMES = new Set(["dark", "light", "system"]);

/** Stores the choice beside the cookie, which may have expired at the next visit. */
export const storeTheme = (theme: string): void => store(KEY, theme);

/** Applies the stored choice if the request had no cookie. */
export function applyStoredTheme(): void {
  const stored = readStored(KEY);
  if (stored && THEMES.has(stored)) document.documentElement.className = stored;
}
