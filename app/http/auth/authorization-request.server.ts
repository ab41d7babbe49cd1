import { z } from "zod";
import { config } from "#app/env.server.ts";
import { createEncryptedCookie } from "#app/http/cookies/encrypted-cookie.server.ts";
import { SIGN_IN_PROVIDERS } from "#app/lib/domain.ts";
import { PROVIDER_INTENTS } from "#app/schemas/accounts.ts";
import { AuthorizationRequest, ProviderAccount } from "#app/services/auth/providers/provider.ts";

const PendingAuthorization = z.object({
  provider: z.enum(SIGN_IN_PROVIDERS),
  intent: z.enum(PROVIDER_INTENTS),
  returnTo: z.string(),
  /** The session that began it, if somebody was signed in. */
  sessionId: z.string().nullable(),
  startedAt: z.number(),
  authorizationRequest: AuthorizationRequest,
});
export type PendingAuthorization = z.infer<typeof PendingAuthorization>;

export const authorizationCookie = createEncryptedCookie("attesto_attempt", PendingAuthorization);

/** A provider's account that waits for the password of the local one. */
export const pendingLinkCookie = createEncryptedCookie(
  "attesto_link",
  z.object({ userId: z.string(), account: ProviderAccount, returnTo: z.string() }),
);

/** The callback as the provider called it, on PUBLIC_URL whatever Host the request came with. */
export function callbackUrl(request: Request): URL {
  const { pathname, search } = new URL(request.url);
  return new URL(`${pathname}${search}`, config.publicUrl);
}
