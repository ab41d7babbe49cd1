import { readCookies } from "#app/http/forms/read-body.server.ts";
import { isHttps } from "./session.server.ts";

export const THEMES = ["dark", "light", "system"] as const;
export type Theme = (typeof THEMES)[number];

const NAME = "attesto_theme";
const YEAR_SECONDS = 31_536_000;

/** The chosen theme, so that the server writes the class and nothing flashes; null where none was chosen. */
export function getTheme(request: Request): Theme | null {
  const chosen = readCookies(request.headers.get("cookie")).get(NAME);
  return THEMES.find((theme) => theme === chosen) ?? null;
}

export function themeCookie(theme: Theme): string {
  return `${NAME}=${theme}; Path=/; SameSite=Lax; Max-Age=${YEAR_SECONDS}${isHttps ? "; Secure" : ""}`;
}
