import { config } from "#app/env.server.ts";
import { createEncryptedCookie } from "#app/http/cookies/encrypted-cookie.server.ts";
import type {
  AuthorizationRequest,
  ProviderAccount,
  ProviderId,
} from "#app/services/auth/providers/provider.ts";

/** What a provider's sign-in is for: to sign in, to connect the provider, or to prove once more who is signed in. */
export type Intent = "sign-in" | "link" | "prove";

/** A sign-in under way. */
export type PendingAuthorization = {
  provider: ProviderId;
  intent: Intent;
  returnTo: string;
  /** Whose browser began it, where somebody was signed in. */
  sessionId: string | null;
  begunAt: number;
  ask: AuthorizationRequest;
};

/** A provider's account that waits for the password of the local one. */
export type PendingLink = { userId: string; account: ProviderAccount; returnTo: string; begunAt: number };

export const authorizationCookie = createEncryptedCookie<PendingAuthorization>("attesto_attempt", "/auth");
export const pendingLinkCookie = createEncryptedCookie<PendingLink>("attesto_link", "/login");

/** The callback as the provider called it, on PUBLIC_URL whatever Host the request came with. */
export function callbackUrl(request: Request): URL {
  const { pathname, search } = new URL(request.url);
  return new URL(`${pathname}${search}`, config.publicUrl);
}
