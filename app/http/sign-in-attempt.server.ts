import { config } from "#app/env.server.ts";
import { MINUTE } from "#app/lib/dates.ts";
import { decrypt, encrypt } from "#app/lib/secrets.server.ts";
import type { Ask, ProviderAccount, ProviderId } from "#app/services/sign-in-providers/provider.ts";
import { readCookies } from "./request.server.ts";
import { isHttps } from "./session-cookie.server.ts";

/** What a provider's sign-in is for: to sign in, to connect the provider, or to prove once more who is signed in. */
export type Intent = "sign-in" | "link" | "prove";

/** A sign-in under way. */
export type Attempt = {
  provider: ProviderId;
  intent: Intent;
  returnTo: string;
  /** Whose browser began it, where somebody was signed in. */
  sessionId: string | null;
  begunAt: number;
  ask: Ask;
};

/** A provider's account that waits for the password of the local one. */
export type PendingLink = { userId: string; account: ProviderAccount; returnTo: string; begunAt: number };

const LIFETIME_MS = 10 * MINUTE;

/** A cookie that its browser can neither read nor change: sealed, 10 minutes, for one path. */
export function sealedCookie<T extends { begunAt: number }>(name: string, path: string) {
  const attributes = `Path=${path}; HttpOnly; SameSite=Lax${isHttps ? "; Secure" : ""}`;
  return {
    issue: (value: T) =>
      `${name}=${encrypt(JSON.stringify(value), name)}; ${attributes}; Max-Age=${LIFETIME_MS / 1000}`,
    clear: () => `${name}=; ${attributes}; Max-Age=0`,
    read(request: Request): T | null {
      const sealed = readCookies(request.headers.get("cookie")).get(name);
      if (!sealed) return null;
      try {
        const value = JSON.parse(decrypt(sealed, name)) as T;
        return Date.now() - value.begunAt < LIFETIME_MS ? value : null;
      } catch {
        // Not sealed by us: the same as none.
        return null;
      }
    },
  };
}

export const attemptCookie = sealedCookie<Attempt>("attesto_attempt", "/auth");
export const pendingLinkCookie = sealedCookie<PendingLink>("attesto_link", "/login");

/** The callback as the provider called it, on PUBLIC_URL whatever Host the request came with. */
export function callbackUrl(request: Request): URL {
  const { pathname, search } = new URL(request.url);
  return new URL(`${pathname}${search}`, config.publicUrl);
}
