import { sessionCookie } from "#app/http/cookies/session.server.ts";

/**
 * Ends the session cookie and clears the cache, so that the back button shows no page of the account. Cookies
 * and storage stay: they hold the device's identity and the theme.
 */
export async function signedOutHeaders(): Promise<Record<string, string>> {
  return { "Set-Cookie": await sessionCookie.clear(), "Clear-Site-Data": '"cache"' };
}
